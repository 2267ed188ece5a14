/** Rules of order creation about collection and delivery (contract §12, §13). */
import { describe, expect, it, vi } from "vitest";
import {
  type Body,
  create,
  detailOf,
  entriesOf,
  expectEntries,
  order,
  parcelsOf,
  shop,
  withMerchants,
} from "./order-rules";

withMerchants();

describe("pickup_arrange", () => {
  /** Its entries at an instant; another failure prevents the order from being made. */
  async function refusedAt(now: string, pickup_arrange: unknown, shipping_provider = "LOCAL_DOOR"): Promise<string[]> {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
    const answer = await create(
      order("local", (it) => Object.assign(it, { shipping_provider, pickup_arrange, is_local_insurance: "?" })),
    );
    const [first, ...rest] = entriesOf(answer);
    expect(first).toBe("/is_local_insurance");
    return rest.map((entry) => entry.replace("/pickup_arrange/pickup_", ""));
  }
  const MONDAY = "2026-12-21T15:59:59Z"; // 23:59:59 in Hong Kong

  it.each([
    ["09:30", "20:30", []],
    ["18:00", "20:30", []],
    ["09:30", "12:00", []],
    ["10:00", "12:30", []],
    ["17:59", undefined, []],
    ["18:00", undefined, []],
    [undefined, "12:00", []],
    [undefined, undefined, []],
    ["09:29", "20:30", ["start_time"]],
    ["18:01", undefined, ["start_time"]],
    ["18:01", "20:30", ["start_time", "end_time"]],
    ["09:30", "11:59", ["end_time"]],
    [undefined, "11:59", ["end_time"]],
    ["09:30", "20:31", ["end_time"]],
    ["10:00", "12:29", ["end_time"]],
    ["09:31", "12:00", ["end_time"]],
    ["18:00", "12:00", ["end_time"]],
    ["00:00", "23:59", ["start_time", "end_time"]],
    ["25:00", "12:00", ["start_time"]],
  ])("from %s to %s", async (pickup_start_time, pickup_end_time, wrong) => {
    expect(await refusedAt(MONDAY, { pickup_date: "2026-12-22", pickup_start_time, pickup_end_time })).toEqual(wrong);
  });

  it("is today or any later day in Hong Kong", async () => {
    const on = (pickup_date: string) => ({ pickup_date });
    expect(await refusedAt(MONDAY, on("2026-12-20"))).toEqual(["date"]);
    expect(await refusedAt(MONDAY, on("2026-12-21"))).toEqual([]);
    expect(await refusedAt("2026-12-21T16:00:00Z", on("2026-12-21"))).toEqual(["date"]);
    expect(await refusedAt("2026-12-21T16:00:00Z", on("2026-12-22"))).toEqual([]);
    expect(await refusedAt(MONDAY, on("2199-12-31"))).toEqual([]);
    expect(await refusedAt(MONDAY, on("2027-02-29"))).toEqual(["date"]);
  });

  it.each([
    {},
    "",
    null,
    undefined,
    { pickup_date: "", pickup_start_time: null },
    { pickup_end_time: "" },
    { other: "x" },
  ])("%j is not given", async (arrange) => {
    expect(await refusedAt(MONDAY, arrange)).toEqual([]);
  });

  it("needs a date with any other field", async () => {
    expect(await refusedAt(MONDAY, { pickup_start_time: "10:00" })).toEqual(["date"]);
    expect(await refusedAt(MONDAY, { pickup_end_time: "11:00", pickup_date: "" })).toEqual(["date", "end_time"]);
  });

  it.each([
    ["LOCAL_DOOR", "2026-12-25 2026-12-26 2026-12-27 2027-02-08 2027-12-27", ""],
    ["LOCAL_POINT", "2026-12-24 2026-12-28 2027-02-10", "2026-12-25 2026-12-26 2026-12-27 2027-01-01 2027-02-08"],
    [
      "LOCAL_SAMEDAY",
      "2026-12-24 2026-12-28 2027-10-02",
      "2026-12-25 2026-12-26 2026-12-27 2027-03-29 2027-10-03 2027-12-27",
    ],
  ])("is on a day on which %s collects", async (provider, open, closed) => {
    for (const pickup_date of open.split(" "))
      expect(await refusedAt(MONDAY, { pickup_date }, provider), pickup_date).toEqual([]);
    for (const pickup_date of closed.split(" ").filter(Boolean))
      expect(await refusedAt(MONDAY, { pickup_date }, provider), pickup_date).toEqual(["date"]);
  });

  it("is returned as it was given", async () => {
    const detail = await detailOf(
      order("local", (it) => Object.assign(it, { pickup_arrange: { pickup_date: "2096-02-29" } })),
    );
    expect(detail.pickup_arrange).toEqual({
      pickup_date: "2096-02-29",
      pickup_start_time: null,
      pickup_end_time: null,
    });
  });
});

describe("address^delivery_code", () => {
  const to = (address: string, weight = "1", shipping_provider = "LOCAL_POINT") =>
    order("local", (it) => {
      it.shipping_provider = shipping_provider;
      it.recipient.address = address;
      parcelsOf(it)[0].act_weight = weight;
    });

  it("is split at the last caret", async () => {
    const { recipient } = await detailOf(to("12^3 Nathan Road^KLN-L001"));
    expect(recipient).toMatchObject({ address: "12^3 Nathan Road^KLN-L001", delivery_code: "KLN-L001" });
    await expectEntries(to("KLN-L001^12 Nathan Road"), ["/recipient/address 400472"]);
  });

  it("has at least 5 characters before the caret", async () => {
    for (const address of ["^KLN-L001", "abcd^KLN-L001", "  abcd  ^KLN-L001", "abc^^KLN-L001"])
      await expectEntries(to(address), ["/recipient/address"]);
    for (const address of ["abcde^KLN-L001", "旺角彌敦道 ^KLN-L001", "😀😀😀😀😀^KLN-L001"])
      await expectEntries(to(address), []);
  });

  it("names an open point of the order's provider", async () => {
    const points = await shop.testing.get("/pickup-points?shipping_provider=LOCAL_POINT&limit=100");
    const codeOf = (wanted: string) => points.body.data.find((point: Body) => point.status === wanted).delivery_code;
    const closed = [codeOf("CLOSED"), codeOf("SUSPENDED"), "NO-SUCH", "KLN-L001 x", "", "constructor"];
    for (const code of closed) await expectEntries(to(`12 Nathan Road^${code}`), ["/recipient/address 400472"]);
    for (const provider of ["LOCAL_DOOR", "LOCAL_SAMEDAY"])
      await expectEntries(to("12 Nathan Road^KLN-L001", "1", provider), ["/recipient/address 400472"]);
  });

  it("may be left out: the order goes to the door", async () => {
    expect((await detailOf(to("12 Nathan Road"))).recipient.delivery_code).toBeNull();
  });

  it("is only the recipient's", async () => {
    const body = to("12 Nathan Road^KLN-L001");
    body.sender.address = "Shop 3^NO-SUCH";
    expect((await detailOf(body)).sender.address).toBe("Shop 3^NO-SUCH");
  });

  it("takes what fits into the point", async () => {
    await expectEntries(to("12 Nathan Road^KLN-C001", "5"), []);
    await expectEntries(to("12 Nathan Road^KLN-C001", "5.01"), ["/recipient/address 400470"]);
    const long = to("12 Nathan Road^KLN-L001");
    Object.assign(parcelsOf(long)[0], { length: "35", width: "87", height: "45" });
    await expectEntries(long, []);
    parcelsOf(long)[0].length = "35.1";
    await expectEntries(long, ["/recipient/address 400470"]);
  });
});
