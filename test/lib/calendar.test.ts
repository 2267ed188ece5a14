import { describe, expect, it } from "vitest";
import {
  addDays,
  hongKongDate,
  hongKongDateTime,
  hongKongIso,
  isRealDate,
  minutesOfDay,
  startOfHongKongDay,
  weekday,
} from "@/lib/calendar";

describe("calendar", () => {
  it.each(["2026-02-28", "2028-02-29", "2000-02-29", "2026-12-31"])("%s is a day", (date) => {
    expect(isRealDate(date)).toBe(true);
  });

  it.each([
    "2026-02-29",
    "1900-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-11-31",
    "2026-1-1",
    "0000-01-01",
    "２０２６-01-01",
    " 2026-01-01",
    "",
  ])("%j is not a day", (date) => {
    expect(isRealDate(date)).toBe(false);
  });

  it("turns the day at midnight in Hong Kong", () => {
    expect(hongKongDate(new Date("2026-11-20T15:59:59.999Z"))).toBe("2026-11-20");
    expect(hongKongDate(new Date("2026-11-20T16:00:00Z"))).toBe("2026-11-21");
    expect(startOfHongKongDay("2026-11-21")).toEqual(new Date("2026-11-20T16:00:00Z"));
  });

  it("writes times with the offset of Hong Kong", () => {
    const instant = new Date("2026-12-31T17:04:05.006Z");
    expect(hongKongIso(instant)).toBe("2027-01-01T01:04:05.006+08:00");
    expect(new Date(hongKongIso(instant))).toEqual(instant);
    expect(hongKongDateTime(instant)).toBe("2027-01-01 01:04:05");
  });

  it("counts days and weekdays", () => {
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
    expect([weekday("2026-11-20"), weekday("2026-11-22"), weekday("2026-11-23")]).toEqual([5, 7, 1]);
    expect(minutesOfDay("09:30")).toBe(570);
  });
});
