import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { type Collector, PickupWindow } from "@/components/order-form/pickup-window";
import type { Language } from "@/lib/i18n/validation";
import { renderInForm } from "../form-frame";

// A Saturday; the courier does not work on Sundays or on the day after Christmas.
const NOW = { date: "2026-11-28", minutes: 8 * 60 };
const COURIER: Collector = {
  name: "Same Day",
  services: {
    supports_pickup_arrange: true,
    pickup_weekdays: [1, 2, 3, 4, 5, 6],
    pickup_closed_dates: ["2026-11-29", "2026-12-06", "2026-12-13", "2026-12-20", "2026-12-25", "2026-12-26"],
  },
};

function pickup({
  arrange = {},
  collector = COURIER,
  now = NOW,
  language = "en",
}: {
  arrange?: Record<string, string>;
  collector?: Collector | null;
  now?: typeof NOW;
  language?: Language;
} = {}) {
  const { form } = renderInForm(<PickupWindow collector={collector} now={now} />, {
    shipType: "local",
    values: { pickup_arrange: arrange },
    judge: { today: now.date },
    language,
  });
  return () => form.getValues("pickup_arrange") as Record<string, string>;
}

const list = (name: RegExp) => screen.getByRole("combobox", { name });
const found = (name: RegExp) => screen.findByRole("combobox", { name });
/** The days, in the list that Enter opens. */
async function days() {
  (await found(/^Collection day/)).focus();
  await userEvent.keyboard("{Enter}");
  return within(screen.getByRole("listbox")).getAllByRole("option");
}
/** The times that a list offers. */
async function times(name: RegExp) {
  return within(await found(name))
    .getAllByRole("option")
    .map((option) => option.textContent);
}
async function choose(name: string) {
  screen.getByRole("radio", { name }).focus();
  await userEvent.keyboard(" ");
}
const arrange = () => choose("A courier collects it");

describe("whether a courier comes", () => {
  it("is no at first: nothing is given", () => {
    const values = pickup();
    expect(screen.getByRole("radio", { name: "I bring it to the carrier" })).toBeChecked();
    expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
    expect(values()).toEqual({ pickup_date: "", pickup_start_time: "", pickup_end_time: "" });
  });

  it("is chosen by keyboard and begins with the first day and the widest hours", async () => {
    const values = pickup();
    await arrange();
    expect(values()).toEqual({
      pickup_date: "2026-11-28",
      pickup_start_time: "09:30",
      pickup_end_time: "20:30",
    });
    expect(await found(/^Collection day/)).toHaveTextContent("Sat 28 Nov 2026 (today)");
  });

  it("takes everything back when it is not wanted after all", async () => {
    const values = pickup();
    await arrange();
    expect(await found(/^Until/)).toHaveValue("20:30");
    await choose("I bring it to the carrier");
    expect(values()).toEqual({ pickup_date: "", pickup_start_time: "", pickup_end_time: "" });
    expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
  });

  it("waits for the service, and says when the service does not collect", () => {
    pickup({ collector: null });
    expect(screen.getByText(/Choose a service first/)).toBeVisible();
    pickup({ collector: { name: "Point", services: { ...COURIER.services, supports_pickup_arrange: false } } });
    expect(screen.getByText("Point does not collect from the sender.")).toBeVisible();
  });
});

describe("the day", () => {
  it("is one of the next 30, by its weekday", async () => {
    pickup();
    await arrange();
    const all = await days();
    expect(all).toHaveLength(30);
    expect(all[0]).toHaveTextContent("Sat 28 Nov 2026 (today)");
    expect(all[2]).toHaveTextContent("Mon 30 Nov 2026");
    expect(all.at(-1)).toHaveTextContent("Sun 27 Dec 2026");
  });

  it("cannot be one on which the provider does not collect, and says why", async () => {
    const values = pickup();
    await arrange();
    const off = (await days()).filter((day) => day.getAttribute("aria-disabled") === "true");
    expect(off.map((day) => day.textContent?.slice(0, 10))).toEqual([
      "Sun 29 Nov",
      "Sun 6 Dec ",
      "Sun 13 Dec",
      "Sun 20 Dec",
      "Fri 25 Dec",
      "Sat 26 Dec",
      "Sun 27 Dec",
    ]);
    expect(off[0]).toHaveTextContent("no collection on this weekday");
    expect(off[4]).toHaveTextContent("no collection on public holidays");
    // The arrows skip Sunday.
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(values().pickup_date).toBe("2026-11-30");
  });

  it("is not today once the last start has passed", async () => {
    const values = pickup({ now: { ...NOW, minutes: 18 * 60 } });
    await arrange();
    expect(values().pickup_date).toBe("2026-11-30");
    const [today] = await days();
    expect(today).toHaveAttribute("aria-disabled", "true");
    expect(today).toHaveTextContent("too late for today");
  });

  it("has Chinese weekdays for Chinese readers", async () => {
    pickup({ language: "zh-Hant", arrange: { pickup_date: "2026-11-30" } });
    expect(await found(/^收件日期/)).toHaveTextContent("2026年11月30日（星期一）");
  });
});

describe("the hours", () => {
  const window = { pickup_date: "2026-11-30", pickup_start_time: "09:30", pickup_end_time: "12:00" };

  it("begin from 09:30 to 18:00, by the half hour", async () => {
    pickup({ arrange: window });
    const starts = await times(/^From/);
    expect(starts).toHaveLength(18);
    expect([starts[0], starts[1], starts.at(-1)]).toEqual(["09:30", "10:00", "18:00"]);
  });

  it.each([
    ["09:30", "12:00"],
    ["10:00", "12:30"],
    ["18:00", "20:30"],
  ])("that begin at %s end from %s to 20:30", async (start, first) => {
    pickup({ arrange: { ...window, pickup_start_time: start, pickup_end_time: "20:30" } });
    const ends = await times(/^Until/);
    expect([ends[0], ends.at(-1)]).toEqual([first, "20:30"]);
  });

  it("end later when they begin too late for the end", async () => {
    const values = pickup({ arrange: window });
    // As the browser's own list does by its keys.
    await userEvent.selectOptions(await found(/^From/), "18:00");
    expect(values()).toMatchObject({ pickup_start_time: "18:00", pickup_end_time: "20:30" });
  });

  it("of today that have passed are not offered", async () => {
    pickup({
      now: { ...NOW, minutes: 14 * 60 + 10 },
      arrange: { ...window, pickup_date: NOW.date, pickup_start_time: "15:00", pickup_end_time: "20:30" },
    });
    const starts = await times(/^From/);
    expect(starts[0]).toBe("14:30");
  });

  it("of a draft that are too short are reported, not changed", async () => {
    const { form } = renderInForm(<PickupWindow collector={COURIER} now={NOW} />, {
      shipType: "local",
      judge: { today: NOW.date },
      values: { pickup_arrange: { ...window, pickup_end_time: "11:00" } },
    });
    await found(/^Until/);
    await act(() => form.trigger());
    await waitFor(() => expect(list(/^Until/)).toHaveAttribute("aria-invalid", "true"));
    expect(screen.getByText("Must be from 12:00 to 20:30.")).toBeVisible();
    expect(list(/^Until/)).toHaveValue("11:00");
  });
});
