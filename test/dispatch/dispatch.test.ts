// What leaves on a day, parcels scanned out, and hand-over lists (contract §35).
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, hongKongDate } from "@/lib/calendar";
import type { DispatchOrder } from "@/lib/contracts/dispatch";
import { pickupDays } from "@/lib/orders/pickup-window";
import { clientOf, created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import type { Api } from "../http";
import { freshItem, must, orderIn, orderOf, warehouse } from "../pick-pack/warehouse";

const today = hongKongDate(new Date());
/** The next day on which the example's service collects. */
let collected: string;
let shop: Merchant;
let owner: Api;

beforeAll(async () => {
  shop = await merchant();
  owner = (await personOf("owner", shop.accountId)).api;
  const providers = must(await shop.testing.get("/providers")).body.data;
  const { services } = providers.find(({ code }: { code: string }) => code === localOrder().shipping_provider);
  // Tomorrow or later: today's hours may be over.
  const days = pickupDays(services, { date: addDays(today, 1), minutes: 0 });
  collected = days.find(({ closed }) => closed === null)?.date ?? "";
});

const confirmed = (change: Record<string, unknown> = {}) => created(shop.testing, localOrder(change));
const booked = (day: string) => ({
  pickup_arrange: { pickup_date: day, pickup_start_time: "09:30", pickup_end_time: "12:00" },
});
async function dayOf(day?: string, by = owner): Promise<DispatchOrder[]> {
  return must(await by.get(`/dispatch${day ? `?day=${day}` : ""}`)).body.data.order_list;
}
const idsOf = (orders: readonly { order_id: string }[]) => orders.map(({ order_id }) => order_id);
const scan = (code: string, by = owner) => by.post("/dispatch/scans", { code });

async function twoParcels() {
  const { order_id } = await created(shop.testing, orderOf([freshItem()], [freshItem()]));
  const order = must(await shop.testing.get(`/order/detail/${order_id}`)).body.data;
  const numbers: string[] = order.shipment_detail.parcel_list.map(
    ({ tracking_number }: { tracking_number: string }) => tracking_number,
  );
  return { order_id, numbers };
}

describe("the day", () => {
  it("has what is collected on it, and today what waits for a courier too", async () => {
    const waiting = await confirmed({ reference: "D-1" });
    const abroad = await created(shop.testing, intlOrder());
    const later = await confirmed(booked(collected));
    const saved = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    const gone = await confirmed(booked(collected));
    must(await shop.testing.post("/order/cancel", { order_id: gone.order_id, reason: "DUPLICATE" }));
    // The day of its collection has passed.
    const missed = await confirmed(booked(collected));
    await sql`update orders set pickup_date = ${addDays(today, -2)} where id = ${missed.order_id}`.execute(
      await testDb(),
    );
    const now = await dayOf();
    expect(idsOf(now)).toEqual(expect.arrayContaining([waiting.order_id, abroad.order_id, missed.order_id]));
    for (const { order_id } of [later, saved, gone]) expect(idsOf(now)).not.toContain(order_id);
    expect(idsOf(await dayOf(collected))).toEqual([later.order_id]);
    expect(idsOf(await dayOf(addDays(today, -2)))).toEqual([missed.order_id]);
    expect(now.find(({ order_id }) => order_id === waiting.order_id)).toEqual({
      order_id: waiting.order_id,
      ship_type: "local",
      order_status: "READY_TO_SHIP",
      shipping_provider: localOrder().shipping_provider,
      reference: "D-1",
      recipient_name: (localOrder().recipient as { name: string }).name,
      recipient_country: "HK",
      recipient_place: (localOrder().recipient as { address: string }).address,
      weight: expect.stringMatching(/^\d/),
      parcel_count: 1,
      cod_amount: null,
      pickup_date: null,
      pickup_start_time: null,
      pickup_end_time: null,
      in_warehouse: false,
      is_printed: false,
      printed_at: null,
      scan_list: [],
    });
    const wrong = await owner.get("/dispatch?day=2026-02-30");
    expect([wrong.status, wrong.entries.map(({ pointer }) => pointer)]).toEqual([400, ["/day"]]);
  });

  it("shows what was printed, and when", async () => {
    const { order_id } = await confirmed();
    must(await owner.post("/order/prints", { order_ids: [order_id], document: "label", paper: "A4" }));
    const [order] = (await dayOf()).filter((each) => each.order_id === order_id);
    expect(order).toMatchObject({ is_printed: true, printed_at: expect.stringContaining(today) });
  });

  it("keeps what was scanned out when the carrier has it", async () => {
    const { order_id, tracking_number } = await confirmed();
    must(await scan(tracking_number));
    must(await owner.post("/simulate/tracking", { order_id, event: "order.picked_up" }));
    const [order] = (await dayOf()).filter((each) => each.order_id === order_id);
    expect(order).toMatchObject({ order_status: "PICKED_UP", scan_list: [{ parcel: 1 }] });
  });
});

describe("a scan", () => {
  it("notes who and when, once, and moves no order", async () => {
    const { order_id, tracking_number } = await confirmed();
    const [first, second] = await Promise.all([scan(` ${tracking_number.toLowerCase()} `), scan(tracking_number)]);
    expect([must(first), must(second)].map(({ body }) => body.data.is_repeated).sort()).toEqual([false, true]);
    const again = must(await scan(order_id)).body.data;
    expect(again).toMatchObject({ parcel: 1, is_repeated: true, order: { order_id, order_status: "READY_TO_SHIP" } });
    expect(again.order.scan_list).toEqual([
      { parcel: 1, scanned_at: expect.stringContaining(today), scanned_by: expect.any(String), hand_over_id: null },
    ]);
    const undone = must(await owner.post("/dispatch/scans/undo", { order_id, parcel: "1" })).body.data;
    expect(undone.scan_list).toEqual([]);
    expect((await owner.post("/dispatch/scans/undo", { order_id, parcel: "1" })).status).toBe(404);
  });

  it("is of one parcel of several, by its own number", async () => {
    const { order_id, numbers } = await twoParcels();
    const byOrder = await scan(order_id);
    expect([byOrder.status, byOrder.entries.map(({ pointer }) => pointer)]).toEqual([400, ["/code"]]);
    expect(byOrder.entries[0]?.message).toContain("2 parcels");
    const answers = [];
    for (const number of numbers) answers.push(must(await scan(number)).body.data);
    expect(answers.map(({ parcel, is_repeated }) => [parcel, is_repeated])).toEqual([
      [1, false],
      [2, false],
    ]);
    expect(answers[1].order.scan_list.map(({ parcel }: { parcel: number }) => parcel)).toEqual([1, 2]);
  });

  it("is refused, in words, for what must not leave", async () => {
    const cancelled = await confirmed();
    must(await shop.testing.post("/order/cancel", { order_id: cancelled.order_id, reason: "DUPLICATE" }));
    const saved = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    const away = await confirmed();
    for (const event of ["order.picked_up", "order.in_transit"])
      must(await owner.post("/simulate/tracking", { order_id: away.order_id, event }));
    const other = await merchant();
    const theirs = await created(other.testing);
    const elsewhere = await created(shop.production);
    const refused = [];
    for (const code of [
      cancelled.tracking_number,
      saved.order_id,
      away.tracking_number,
      theirs.tracking_number,
      elsewhere.tracking_number,
      "nothing",
    ]) {
      const answer = await scan(code);
      refused.push([answer.status, answer.entries.map(({ pointer, message }) => `${pointer} ${message}`).join()]);
    }
    expect(refused).toEqual([
      [400, `/code Order ${cancelled.order_id} is cancelled. Keep the parcel.`],
      [400, `/code Order ${saved.order_id} is not confirmed yet, so no courier takes it.`],
      [400, `/code Order ${away.order_id} is with the carrier already.`],
      [400, `/code No parcel of this account has the code ${theirs.tracking_number}.`],
      [400, `/code No parcel of this account has the code ${elsewhere.tracking_number}.`],
      [400, "/code No parcel of this account has the code NOTHING."],
    ]);
  });
});

describe("a hand-over list", () => {
  async function scanned() {
    const order = await confirmed();
    must(await scan(order.tracking_number));
    return order;
  }
  const list = (ids: readonly string[], options = {}) => owner.post("/hand-overs", { order_ids: ids }, options);

  it("holds what was scanned out and is on no list, is signed once, and stays", async () => {
    const [one, two, cancelled] = [await scanned(), await scanned(), await scanned()];
    const unscanned = await confirmed();
    must(await shop.testing.post("/order/cancel", { order_id: cancelled.order_id, reason: "DUPLICATE" }));
    const ids = [one, two, cancelled, unscanned].map(({ order_id }) => order_id);
    const made = must(await list(ids)).body.data;
    expect(made).toMatchObject({ day: today, parcel_count: 2, signed_at: null, provider_list: ["LOCAL_DOOR"] });
    const record = must(await owner.get(`/hand-overs/${made.id}`)).body.data;
    expect(record.parcel_list.map(({ tracking_number }: { tracking_number: string }) => tracking_number)).toEqual([
      one.tracking_number,
      two.tracking_number,
    ]);
    // Nothing is handed over twice, and nothing of it is taken back.
    const again = await list(ids);
    expect([again.status, again.entries.map(({ pointer }) => pointer)]).toEqual([400, ["/order_ids"]]);
    const undo = await owner.post("/dispatch/scans/undo", { order_id: one.order_id, parcel: "1" });
    expect([undo.status, undo.entries.map(({ pointer }) => pointer)]).toEqual([400, ["/parcel"]]);

    const sign = (body: object) => owner.post(`/hand-overs/${made.id}/sign`, body);
    const wrong = await sign({ name: " ", signature: "1,2 1001,3" });
    expect([wrong.status, wrong.entries.map(({ pointer }) => pointer)]).toEqual([400, ["/name", "/signature"]]);
    const signatures = await Promise.all(
      ["Ah Keung", "Ah Fai"].map((name) => sign({ name, signature: "10,20 300,40;500,100" })),
    );
    expect(signatures.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { signed_by, signed_at } = signatures.find(({ status }) => status === 200)?.body.data ?? {};
    expect(must(await owner.get(`/hand-overs/${made.id}`)).body.data).toMatchObject({ signed_by, signed_at });
    const kept = await owner.call("DELETE", `/hand-overs/${made.id}`);
    expect([kept.status, kept.entries.map(({ pointer }) => pointer)]).toEqual([400, ["/id"]]);
  });

  it("is deleted while it is not signed, and gives its parcels back", async () => {
    const order = await scanned();
    const made = must(await list([order.order_id])).body.data;
    must(await owner.call("DELETE", `/hand-overs/${made.id}`));
    expect((await owner.get(`/hand-overs/${made.id}`)).status).toBe(404);
    expect(must(await list([order.order_id])).body.data.parcel_count).toBe(1);
  });

  it("is made once for a key, and once for parcels that two make it of at the same time", async () => {
    const order = await scanned();
    const both = await Promise.all([list([order.order_id]), list([order.order_id])]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const next = await scanned();
    const keyed = () => list([next.order_id], { headers: { "idempotency-key": `ho-${next.order_id}` } });
    const made = must(await keyed()).body.data;
    expect((await keyed()).body.error).toMatchObject({ code: "500998", id: made.id });
  });

  it("is a paper to sign, the same bytes each time", async () => {
    const order = await scanned();
    const made = must(await list([order.order_id])).body.data;
    const pdf = () => owner.call("GET", `/hand-overs/${made.id}`, { headers: { accept: "application/pdf" } });
    const [first, second] = [await pdf(), await pdf()];
    expect(first.headers.get("content-type")).toBe("application/pdf");
    expect(first.headers.get("content-disposition")).toContain(`hand-over-${today}-${made.id.slice(-6)}.pdf`);
    expect(first.body).toBe(second.body);
  });

  it("is listed by day, the newest first", async () => {
    const own = await merchant();
    const by = (await personOf("owner", own.accountId)).api;
    const ids = [];
    for (let count = 0; count < 2; count++) {
      const { order_id, tracking_number } = await created(own.testing);
      must(await scan(tracking_number, by));
      ids.unshift(must(await by.post("/hand-overs", { order_ids: [order_id] })).body.data.id);
    }
    const page = must(await by.get(`/hand-overs?day=${today}`)).body;
    expect([page.data.map(({ id }: { id: string }) => id), page.pagination.total]).toEqual([ids, 2]);
    expect(must(await by.get(`/hand-overs?day=${addDays(today, -1)}`)).body.data).toEqual([]);
  });
});

it("is for people of the merchant and support in its visit, not for programs or the warehouse", async () => {
  const { order_id } = await confirmed();
  for (const by of [shop.testing, await clientOf("warehouse", null)])
    expect((await by.get("/dispatch", { headers: { "x-account-id": shop.accountId } })).status).toBe(403);
  const member = await personOf("member", shop.accountId);
  expect(idsOf(await dayOf(undefined, member.api))).toContain(order_id);
  const other = await personOf("owner", (await merchant()).accountId);
  expect(await dayOf(undefined, other.api)).toEqual([]);
  const elsewhere = await personOf("owner", shop.accountId, "production");
  expect(idsOf(await dayOf(undefined, elsewhere.api))).not.toContain(order_id);
});

it("leaves to the warehouse what the warehouse packs", async () => {
  const place = await warehouse();
  const { order_id, tracking_number } = await orderIn(place, "PICKPACK_READY_TO_SHIPMENT");
  const by = (await personOf("owner", place.shop.accountId)).api;
  expect((await dayOf(undefined, by)).find((order) => order.order_id === order_id)?.in_warehouse).toBe(true);
  const refused = await scan(tracking_number, by);
  expect([refused.status, refused.entries[0]?.message]).toEqual([400, `The warehouse hands over order ${order_id}.`]);
});
