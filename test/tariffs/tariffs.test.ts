// @module-tag engine
// Sheets of tariffs: proposed, tried, approved by another person, in force from their day (contract §28).
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, hongKongDate } from "@/lib/calendar";
import type { TariffPreview, TariffSheet, TariffSummary } from "@/lib/contracts/tariff";
import { SHEET_KINDS } from "@/lib/tariff-sheets";
import { eraseOrders } from "@/server/personal-data/orders";
import { resetDatabase } from "../database";
import { clientOf, created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import { api } from "../http";
import { must } from "../pick-pack/warehouse";

type Person = Awaited<ReturnType<typeof personOf>>;
let shop: Merchant;
let first: Person;
let second: Person;
const TODAY = hongKongDate(new Date());
const TOMORROW = addDays(TODAY, 1);

beforeEach(async () => {
  await resetDatabase();
  shop = await merchant();
  first = await personOf("support", null, "production");
  second = await personOf("support", null, "production");
});
afterEach(() => {
  vi.useRealTimers();
});

/** Makes it a little after midnight in Hong Kong, only for the server: the database goes on. */
const itIs = (day: string) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${day}T00:10:00+08:00`) });

const DOOR = { zone: "LOCAL", countries: "LOCAL", first_weight: "1", step_weight: "1", min_days: "1", max_days: "2" };
const door = (first_price: string, more: object = {}) => ({
  kind: "TARIFF",
  provider: "LOCAL_DOOR",
  valid_from: TOMORROW,
  rows: [{ ...DOOR, first_price, step_price: "12" }],
  ...more,
});
const propose = async (body: object, by = first): Promise<TariffSummary> =>
  must(await by.api.post("/tariffs", body)).body.data;
const approve = (id: string, by = second) => by.api.post(`/tariffs/${id}/approve`);
const withdraw = (id: string, by = second) => by.api.post(`/tariffs/${id}/withdraw`);
const inForce = async (body: object) => must(await approve((await propose(body)).id)).body.data as TariffSummary;
const read = async (id: string, by = first): Promise<TariffSheet> => must(await by.api.get(`/tariffs/${id}`)).body.data;
const listed = async (query = ""): Promise<TariffSummary[]> =>
  must(await first.api.get(`/tariffs?limit=100${query}`)).body.data;
const preview = async (body: object): Promise<TariffPreview> =>
  must(await first.api.post("/tariffs/preview", body)).body.data;
const rated = async (): Promise<{ quote_id: string; price: string }> => {
  const body = { ship_type: "local", shipment_detail: { parcel_list: [{ act_weight: "1" }] } };
  const { quote_id, rate_list } = must(await shop.production.post("/rates/get", body)).body.data;
  const rate = rate_list.find((each: { shipping_provider: string }) => each.shipping_provider === "LOCAL_DOOR");
  return { quote_id, price: rate?.quote_price };
};
const audited = async (operation: string) =>
  (
    await (
      await testDb()
    )
      .selectFrom("audit_log")
      .select(["outcome", "object_id", "actor"])
      .where("operation", "=", operation)
      .orderBy("id")
      .execute()
  ).map(({ outcome, object_id, actor }) => [outcome, object_id, actor]);

/** A parcel of 1 kg. */
function oneKilogram(change: object = {}) {
  const order = localOrder({ confirm_shipment: "Y", ...change });
  const parcel_list = order.shipment_detail.parcel_list.map(({ parcel_items }) => ({ act_weight: "1", parcel_items }));
  return { ...order, shipment_detail: { ...order.shipment_detail, parcel_list } };
}

describe("a sheet", () => {
  it("of each kind holds from the beginning", async () => {
    const rows = await listed("&force=NOW");
    expect(rows.map(({ kind, provider }) => provider ?? kind).sort()).toEqual(
      [
        ...SHEET_KINDS.slice(1),
        "LOCAL_DOOR",
        "LOCAL_POINT",
        "LOCAL_SAMEDAY",
        "INTL_ECON",
        "INTL_EXPR",
        "EXPR_EXPORT",
      ].sort(),
    );
    expect(rows.every(({ state, proposed_by }) => state === "APPROVED" && proposed_by === null)).toBe(true);
    const [econ] = await listed("&kind=TARIFF&provider=INTL_ECON");
    const { rows: zones, may_withdraw, may_approve } = await read(econ?.id ?? "");
    expect(zones.map(({ zone, countries, first_price }) => [zone, countries, first_price])).toEqual([
      ["Z1", "CN MO TW", "78"],
      ["Z2", "JP KR SG MY TH PH VN ID", "98"],
      ["Z3", "US PR CA AU NZ", "138"],
      ["Z4", expect.stringContaining("GB"), "146"],
      ["Z5", "REST", "188"],
    ]);
    expect([may_withdraw, may_approve]).toEqual([false, false]);
    expect((await first.api.get("/tariffs/tv_no")).status).toBe(404);
  });

  it("takes effect on its day, while a held quote and a confirmed order keep their price", async () => {
    const ordered = await created(shop.production, oneKilogram());
    const held = await rated();
    expect([ordered.quote_price, held.price]).toEqual(["30.00", "30.00"]);
    const sheet = await inForce(door("35.5", { note: "From the carrier" }));
    expect(sheet).toMatchObject({ state: "APPROVED", force: "NEXT", note: "From the carrier", row_count: 1 });
    expect([sheet.proposed_by?.id, sheet.decided_by?.id]).toEqual([first.id, second.id]);
    expect((await rated()).price).toBe("30.00");
    itIs(TOMORROW);
    expect((await rated()).price).toBe("35.50");
    expect((await created(shop.production, oneKilogram())).quote_price).toBe("35.50");
    expect((await created(shop.production, oneKilogram({ quote_id: held.quote_id }))).quote_price).toBe("30.00");
    const { quote_price } = (await shop.production.get(`/order/detail/${ordered.order_id}`)).body.data;
    expect(quote_price).toBe("30.00");
    expect(await listed("&provider=LOCAL_DOOR")).toMatchObject([{ force: "NOW" }, { force: "PAST" }]);
  });

  it("is approved by another person where support has two, and by the same person where it has one", async () => {
    const { id } = await propose(door("31"));
    expect(await read(id)).toMatchObject({ may_approve: false, approval_bar: "OWN" });
    expect(await read(id, second)).toMatchObject({ may_approve: true, approval_bar: null });
    const answer = await approve(id, first);
    expect([answer.status, answer.entries[0]?.pointer]).toEqual([400, "/id"]);
    expect((await read(id)).state).toBe("PROPOSED");
    await (await testDb()).updateTable("people").set({ disabled_at: new Date() }).where("id", "=", second.id).execute();
    expect(must(await approve(id, first)).body.data).toMatchObject({ state: "APPROVED", force: "NEXT" });
    expect(await audited("approveTariff")).toEqual([
      ["BAD_REQUEST", id, `person:${first.id}`],
      ["ok", id, `person:${first.id}`],
    ]);
    expect(await audited("proposeTariff")).toEqual([["ok", id, `person:${first.id}`]]);
  });

  it("is approved once of two approvals at once, and waits once of two proposals at once", async () => {
    const both = await Promise.all([first, second].map((by) => by.api.post("/tariffs", door("32"))));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(both.find(({ status }) => status === 400)?.entries[0]?.pointer).toBe("/valid_from");
    const third = await personOf("support", null, "production");
    const fourth = await personOf("support", null, "production");
    const [{ id } = { id: "" }] = await listed("&state=PROPOSED");
    const answers = await Promise.all([third, fourth].map((by) => approve(id, by)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await audited("approveTariff")).filter(([outcome]) => outcome === "ok")).toHaveLength(1);
  });

  it("is withdrawn while it waits or before its day, and stays once it has begun", async () => {
    const waiting = await propose(door("33"));
    expect(must(await withdraw(waiting.id, first)).body.data.state).toBe("WITHDRAWN");
    expect((await approve(waiting.id)).status).toBe(400);
    const ahead = await inForce(door("34"));
    // Another for the day is proposed, but cannot take its place.
    const rival = await propose(door("39"));
    expect((await read(rival.id, second)).approval_bar).toBe("DAY_TAKEN");
    expect((await approve(rival.id)).status).toBe(400);
    must(await withdraw(ahead.id));
    expect((await withdraw(ahead.id)).status).toBe(400);
    must(await approve(rival.id));
    const late = await propose(door("40", { valid_from: addDays(TODAY, 2) }));
    itIs(addDays(TODAY, 2));
    expect((await rated()).price).toBe("39.00");
    expect((await withdraw(rival.id)).status).toBe(400);
    expect((await read(late.id, second)).approval_bar).toBe("TOO_LATE");
    expect((await approve(late.id)).status).toBe(400);
    expect((await rated()).price).toBe("39.00");
    expect((await audited("withdrawTariff")).filter(([outcome]) => outcome === "ok").map(([, id]) => id)).toEqual([
      waiting.id,
      ahead.id,
    ]);
  });

  it("says everything of its kind: a country, fee or provider that it lacks has none", async () => {
    const rows = (name: string) => listed(`&kind=${name}`).then(async ([sheet]) => (await read(sheet?.id ?? "")).rows);
    await inForce({ kind: "FUEL", valid_from: TOMORROW, rows: [{ provider: "intl_expr", percent: "10.50" }] });
    const fees = (await rows("SURCHARGES")).filter(({ code }) => code !== "PAPER_PROOF");
    await inForce({ kind: "SURCHARGES", valid_from: TOMORROW, rows: fees });
    const zones = { ...DOOR, countries: "jp, kr;SG", zone: "Near", first_price: "100", step_price: "0" };
    await inForce({ kind: "TARIFF", provider: "INTL_EXPR", valid_from: TOMORROW, rows: [zones] });
    itIs(TOMORROW);
    const proof = await created(shop.production, oneKilogram({ delivery_proof: "W" }));
    expect(proof.quote_price).toBe("30.00");
    const to = (country: string, provider: string) => {
      const order = intlOrder({ shipping_provider: provider });
      return shop.production.post("/order/create", { ...order, recipient: { ...order.recipient, country } });
    };
    expect(must(await to("SG", "INTL_EXPR")).body.data.quote_price).toBe("110.50");
    expect((await to("DE", "INTL_EXPR")).entries).toMatchObject([{ code: "400470" }]);
    const econ = must(await to("DE", "INTL_ECON")).body.data;
    const { price_breakdown } = (await shop.production.get(`/order/detail/${econ.order_id}`)).body.data;
    expect(price_breakdown.map(({ code }: { code: string }) => code)).toEqual(["BASE"]);
  });
});

describe("trying a sheet", () => {
  it("names the samples and recent production orders whose price it changes, as they would be priced", async () => {
    const order = await created(shop.production, oneKilogram());
    await created(shop.testing, oneKilogram());
    await created(shop.production, oneKilogram({ shipping_provider: "LOCAL_SAMEDAY" }));
    const erased = await created(shop.production, oneKilogram());
    await eraseOrders(await testDb(), { accountId: shop.accountId, environment: "production" }, [erased.order_id]);
    const dearer = await preview(door("31.5"));
    expect(dearer.changes).toEqual([
      {
        before: expect.objectContaining({ first_price: "30" }),
        after: expect.objectContaining({ first_price: "31.5" }),
      },
    ]);
    expect(dearer.order_counts).toEqual({ up: 1, down: 0, same: 0, lost: 0, gained: 0 });
    expect(dearer.orders).toEqual([
      {
        shipping_provider: "LOCAL_DOOR",
        country: "HK",
        weight: "1",
        options: [],
        before: "30.00",
        after: "31.50",
        difference: "1.50",
        order_id: order.order_id,
        account_id: shop.accountId,
        account_name: "Test Merchant",
      },
    ]);
    expect(dearer.sample_counts).toMatchObject({ up: dearer.samples.length, down: 0, same: 0 });
    expect(dearer.samples.find(({ options }) => options[0] === "REMOTE_AREA")).toMatchObject({ difference: "1.50" });
    // Looked at, and changed nothing.
    expect(await audited("previewTariff")).toEqual([["ok", null, `person:${first.id}`]]);
    expect(await listed("&state=PROPOSED")).toEqual([]);
    expect((await preview(door("30"))).order_counts).toEqual({ up: 0, down: 0, same: 1, lost: 0, gained: 0 });
    const cheaper = await preview(door("1"));
    expect(cheaper.orders.map(({ difference }) => difference)).toEqual(["-29.00"]);
  });

  it("counts what is no longer served, and prices of other kinds", async () => {
    const [econ] = await listed("&provider=INTL_ECON");
    const { rows } = await read(econ?.id ?? "");
    const lost = await preview({ kind: "TARIFF", provider: "INTL_ECON", valid_from: TOMORROW, rows: rows.slice(0, 4) });
    expect(lost.changes).toEqual([{ before: expect.objectContaining({ countries: "REST" }), after: null }]);
    expect(lost.sample_counts).toMatchObject({ lost: 5, up: 0, down: 0 });
    expect(lost.samples[0]).toMatchObject({ country: "BR", after: null, difference: null });
    // Another kind that begins on the same day stays in place.
    await inForce({ kind: "FUEL", valid_from: TOMORROW, rows: [{ provider: "INTL_ECON", percent: "1" }] });
    const [rates] = await listed("&kind=CURRENCIES");
    const dollars = (await read(rates?.id ?? "")).rows.map((row) =>
      row.currency === "USD" ? { ...row, hkd: "8" } : row,
    );
    const { samples } = await preview({ kind: "CURRENCIES", valid_from: TOMORROW, rows: dollars });
    expect(samples.length).toBeGreaterThan(0);
    expect(samples.every(({ options }) => options.includes("USD"))).toBe(true);
    const holiday = {
      kind: "HOLIDAYS",
      valid_from: TOMORROW,
      rows: [{ date: TOMORROW, name_en: "Typhoon", name_zh: "颱風" }],
    };
    expect(await preview(holiday)).toMatchObject({ samples: [], orders: [], sample_counts: { same: 0 } });
  });
});

describe("sheets", () => {
  it("are only for people of support, in production", async () => {
    const { id } = await propose(door("31"));
    const others = [
      (await personOf("owner", shop.accountId, "production")).api,
      (await personOf("warehouse", null, "production")).api,
      await clientOf("support", null, "production"),
      shop.production,
    ];
    for (const by of others) {
      for (const path of ["/tariffs", `/tariffs/${id}`]) expect((await by.get(path)).status, path).toBe(403);
      for (const path of ["/tariffs", "/tariffs/preview", `/tariffs/${id}/approve`, `/tariffs/${id}/withdraw`])
        expect((await by.post(path, door("31"))).status, path).toBe(403);
    }
    expect((await api("production").get("/tariffs")).status).toBe(401);
    const testing = (await personOf("support", null, "testing")).api;
    for (const path of ["/tariffs", `/tariffs/${id}`]) expect((await testing.get(path)).status, path).toBe(404);
    for (const path of ["/tariffs", "/tariffs/preview", `/tariffs/${id}/approve`, `/tariffs/${id}/withdraw`])
      expect((await testing.post(path, door("31"))).status, path).toBe(404);
    expect((await approve("tv_no")).status).toBe(404);
    expect((await withdraw("tv_no")).status).toBe(404);
    const { pagination } = must(await first.api.get("/tariffs?limit=2&offset=4&kind=TARIFF")).body;
    expect(pagination).toMatchObject({ total: 7, per_page: 2, page: 3 });
  });
});
