/** Events that are sent only to those who name them (contract §6.1–6.3). */
import { beforeEach, describe, expect, it } from "vitest";
import { EVENT_PAYLOADS } from "@/lib/contracts/event";
import { type EventName, OPT_IN_EVENTS } from "@/lib/webhooks/event-names";
import { clientOf, created, localOrder, type Merchant } from "../factories";
import type { Api } from "../http";
import { freshItem, must, naming, orderIn, orderOf, stocked, warehouse } from "../pick-pack/warehouse";
import { deliveriesOf, endpoint } from "./work";

const NAMES = OPT_IN_EVENTS.join();

let place: { shop: Merchant; staff: Api };
let shop: Merchant;
let staff: Api;
beforeEach(async () => {
  place = await warehouse();
  ({ shop, staff } = place);
});

type Announced = { event: EventName; order_id: string | null; data: Record<string, unknown> };

/** The shop's events by `GET /events`; each body must match its schema. */
async function announced(names = NAMES): Promise<Announced[]> {
  const { data } = must(await shop.testing.get(`/events?events=${names}&limit=100`)).body;
  return data.map(({ event, order_id, body }: { event: EventName; order_id: string | null; body: string }) => {
    const parsed = JSON.parse(body);
    expect(EVENT_PAYLOADS[event].safeParse(parsed).error?.issues ?? [], event).toEqual([]);
    return { event, order_id, data: parsed.data };
  });
}
const names = async (from?: string) => (await announced(from)).map(({ event }) => event);
const saved = () => created(shop.testing, { ...orderOf([freshItem()]), confirm_shipment: "N" });
const update = (order_id: string, change: object) => shop.testing.post("/order/update", { order_id, ...change });

describe("an opt-in event", () => {
  it("goes only to endpoints that name it, and is listed only when it is named", async () => {
    const eight = await endpoint(shop.testing, "https://eight.example/");
    const named = await endpoint(shop.testing, "https://named.example/", { events: ["order.confirmed"] });
    const { order_id } = await saved();
    must(await shop.testing.post("/order/confirm", { order_id }));
    expect((await deliveriesOf(shop.testing, eight.id)).map(({ event }: Announced) => event)).toEqual([
      "order.created",
    ]);
    expect(await deliveriesOf(shop.testing, named.id)).toMatchObject([{ event: "order.confirmed", order_id }]);
    const listed = must(await shop.testing.get("/events")).body;
    expect(listed.data.map(({ event }: Announced) => event)).toEqual(["order.created"]);
    expect(listed.pagination.total).toBe(1);
    expect(await names("order.confirmed,order.cancelled")).toEqual(["order.confirmed"]);
  });

  it("endpoints must name their events, and only events that exist", async () => {
    for (const events of [undefined, [], ["stock.high"]]) {
      const answer = await shop.testing.post("/webhooks", { url: "https://shop.example/", events });
      expect([answer.status, answer.entries[0]?.field.replace(/\[.*/, "")]).toEqual([400, "events"]);
    }
    const answer = await shop.testing.get("/events?events=order.created,stock.high");
    expect([answer.status, answer.entries[0]?.field]).toEqual([400, "events"]);
  });

  it("can be tested and replayed; a test is not listed", async () => {
    const { id } = await endpoint(shop.testing, "https://shop.example/", { events: ["order.updated"] });
    for (const event of OPT_IN_EVENTS) must(await shop.testing.post(`/webhooks/${id}/test`, { event }));
    expect(await announced()).toEqual([]);
    const tests = await deliveriesOf(shop.testing, id);
    expect(tests.map(({ event }: Announced) => event).sort()).toEqual([...OPT_IN_EVENTS].sort());
    for (const { id: delivery, event } of tests as { id: string; event: EventName }[]) {
      const { body, order_id } = must(await shop.testing.get(`/webhooks/deliveries/${delivery}`)).body.data;
      expect(order_id).toBeNull();
      expect(EVENT_PAYLOADS[event].safeParse(JSON.parse(body)).success, event).toBe(true);
    }
    const { order_id } = await saved();
    must(await update(order_id, { client_remarks: "Ring twice" }));
    const [delivery] = await deliveriesOf(shop.testing, id, "?event=order.updated");
    must(await shop.testing.post(`/webhooks/deliveries/${delivery.id}/replay`));
  });

  it("ends a waiting request", async () => {
    const { order_id } = await saved();
    const waiting = shop.testing.get("/events?events=order.updated&wait=15");
    must(await update(order_id, { client_remarks: "Soon" }));
    expect(must(await waiting).body.data).toMatchObject([{ event: "order.updated", order_id }]);
  });
});

describe("of an order", () => {
  it("order.confirmed when a saved order is confirmed, with its number; not for an order that is created confirmed", async () => {
    await created(shop.testing, orderOf([freshItem()]));
    const { order_id } = await saved();
    expect(await names()).toEqual([]);
    const { tracking_number } = must(await shop.testing.post("/order/confirm", { order_id })).body.data;
    expect((await shop.testing.post("/order/confirm", { order_id })).status).toBe(400);
    expect(await announced()).toEqual([
      {
        event: "order.confirmed",
        order_id,
        data: { order_id, tracking_number, status: "pending", reference: null },
      },
    ]);
  });

  it("order.updated after each change of the record that is not a move, and not after a refused change", async () => {
    const { order_id } = await saved();
    must(await update(order_id, { cod: "Y", cod_amount: "100" }));
    expect(await announced()).toEqual([
      {
        event: "order.updated",
        order_id,
        data: { order_id, tracking_number: null, status: "pending", reference: null },
      },
    ]);
    must(await shop.testing.post("/order/confirm", { order_id }));
    must(await update(order_id, { client_remarks: "Ring twice" }));
    must(await update(order_id, { pickup_arrange: {} }));
    expect((await update(order_id, { cod: "N" })).status).toBe(400);
    must(await shop.testing.post("/simulate/tracking", { order_id, event: "order.picked_up" }));
    must(await update(order_id, { client_remarks: "Ring once" }));
    const updates = await announced("order.updated");
    expect(updates).toHaveLength(3);
    expect(updates.at(-1)?.data.status).toBe("picked_up");
  });

  it("order.updated when a cancellation is asked for and when it is declined; not when it is done", async () => {
    const { order_id } = await orderIn(place, "PICKPACK_CONFIRMED");
    const cancel = () => shop.testing.post("/order/cancel", { order_id, reason: "DUPLICATE" });
    expect(must(await cancel()).body.data.cancel_status).toBe("REQUESTED");
    must(await cancel());
    expect(await names("order.updated")).toHaveLength(1);
    must(await staff.post("/pickpack/decline-cancel", { order_id, remarks: "Packed already" }, naming(shop)));
    expect(await names("order.updated")).toHaveLength(2);
    must(await cancel());
    must(await staff.post("/pickpack/cancel", { order_id }));
    expect(await names("order.updated,order.cancelled")).toEqual([
      ...Array.from({ length: 3 }, () => "order.updated"),
      "order.cancelled",
    ]);
  });

  it("none for a change that changes nothing, and the time of the last change stays", async () => {
    const { order_id } = await saved();
    must(await update(order_id, { client_remarks: "Ring twice" }));
    const stored = async () => must(await shop.testing.get(`/order/detail/${order_id}`)).body.data;
    const before = await stored();
    for (const change of [
      {},
      { client_remarks: "Ring twice" },
      { client_remarks: "", nonsense: 1 },
      { clear: ["reference"] },
      { sender: before.sender, shipment_detail: before.shipment_detail },
    ]) {
      must(await update(order_id, change));
      expect(await stored(), JSON.stringify(change)).toEqual(before);
    }
    const support = await clientOf("support", null);
    const { name, mobile_prefix, mobile, address } = before.recipient;
    const correct = (recipient: object) =>
      support.post("/order/correct", { order_id, recipient, reason: "As it was" }, naming(shop));
    const same = await correct({ name, mobile_prefix, mobile, address });
    expect([same.status, same.entries.map(({ field }) => field)]).toEqual([400, ["recipient"]]);
    expect(await stored()).toEqual(before);
    expect(await names("order.updated")).toHaveLength(1);
    must(await correct({ name, mobile_prefix, mobile, address: `${address}, 2nd floor` }));
    expect(await names("order.updated")).toHaveLength(2);
  });

  it("none for a write that does not commit", async () => {
    const { order_id } = await saved();
    const [one, two] = await Promise.all(
      ["First", "Second"].map((client_remarks) => update(order_id, { client_remarks })),
    );
    expect([one?.status, two?.status]).toEqual([200, 200]);
    // One of them was read again, but is reported only once.
    expect(await names()).toEqual(["order.updated", "order.updated"]);
    expect((await update(order_id, { sender: {} })).status).toBe(400);
    expect(await names()).toHaveLength(2);
  });
});

describe("of the warehouse", () => {
  it("pickpack.confirmed and pickpack.ready at their moves, repacking as order.updated before", async () => {
    const { order_id, tracking_number } = await orderIn(place, "PICKPACK_CONFIRMED");
    const parcel_list = [{ length: "30", width: "20", height: "20", act_weight: "3" }];
    must(await staff.post("/pickpack/ready", { order_id, parcel_list }));
    const about = { order_id, tracking_number, status: "pending", reference: null };
    expect(await announced()).toEqual([
      { event: "pickpack.confirmed", order_id, data: { ...about, pickpack_status: "PICKPACK_CONFIRMED" } },
      { event: "order.updated", order_id, data: about },
      { event: "pickpack.ready", order_id, data: { ...about, pickpack_status: "PICKPACK_READY_TO_SHIPMENT" } },
    ]);
    expect((await staff.post("/pickpack/ready", { order_id })).status).toBe(400);
    expect(await announced()).toHaveLength(3);
  });

  it("no order.updated for the same measures", async () => {
    const { order_id } = await orderIn(place, "PICKPACK_CONFIRMED");
    const stored = async () => must(await shop.testing.get(`/order/detail/${order_id}`)).body.data;
    const { shipment_detail: before, declared_price } = await stored();
    expect(declared_price).toBeNull();
    const measures = ({ length, width, height, act_weight }: Record<string, string>) => ({
      ...{ length, width, height },
      act_weight: `${act_weight}.0`.replace(/(\.\d+)\.0$/, "$10"),
    });
    must(await staff.post("/pickpack/ready", { order_id, parcel_list: before.parcel_list.map(measures) }));
    expect(await stored()).toMatchObject({ shipment_detail: before, declared_price: null });
    expect(await names("order.updated,pickpack.ready")).toEqual(["pickpack.ready"]);
  });

  it("pickpack.rejected with the reason, when the order is already cancelled", async () => {
    const { order_id } = await orderIn(place, "PICKPACK_REJECTED");
    expect(await announced(`${NAMES},order.cancelled`)).toMatchObject([
      { event: "order.cancelled", order_id },
      {
        event: "pickpack.rejected",
        order_id,
        data: {
          status: "cancelled",
          pickpack_status: "PICKPACK_REJECTED",
          reject_type: "OTHERS",
          reject_reason: "Damaged",
        },
      },
    ]);
  });

  it("pickpack.ready too when a carrier collects what the warehouse has not made ready", async () => {
    const { order_id, tracking_number } = await orderIn(place, "PICKPACK_PENDING_CONFIRM");
    const scan = { tracking_number, event: "order.picked_up", occurred_at: new Date().toISOString() };
    must(await (await clientOf("carrier", null)).post("/tracking/events", scan, naming(shop)));
    expect(await announced("pickpack.ready")).toMatchObject([
      { order_id, data: { status: "picked_up", pickpack_status: "PICKPACK_READY_TO_SHIPMENT" } },
    ]);
    must(await shop.testing.post("/simulate/tracking", { order_id, event: "order.in_transit" }));
    expect(await announced("pickpack.ready")).toHaveLength(1);
  });
});

describe("stock.low", () => {
  const stock = (id: string, kind: string, qty: string) =>
    staff.post(`/products/${id}/stock`, { kind, qty, reason: "Counted" }, naming(shop));

  it("is sent once each time the available stock falls to the mark, by a count or by an order", async () => {
    const item = freshItem("3");
    const id = await stocked(place, item, "10", { low_stock_mark: "5" });
    const { id: hook } = await endpoint(shop.testing, "https://shop.example/", { events: ["stock.low"] });
    must(await stock(id, "ADJUSTED", "-4"));
    expect(await announced()).toEqual([]);
    must(await stock(id, "ADJUSTED", "-1"));
    const low = (available: string) => ({
      event: "stock.low",
      order_id: null,
      data: { product_id: id, sku: item.sku, name: `Goods ${item.sku}`, available, low_stock_mark: "5" },
    });
    expect(await announced()).toEqual([low("5")]);
    must(await stock(id, "ADJUSTED", "-1"));
    expect(await announced()).toHaveLength(1);
    must(await stock(id, "RECEIVED", "3"));
    const { order_id } = await created(shop.testing, orderOf([item]));
    must(await staff.post("/pickpack/confirm", { order_id }));
    expect(await announced("stock.low")).toEqual([low("5"), low("4")]);
    // The packed units were reserved before, so the available stock does not fall.
    must(await staff.post("/pickpack/ready", { order_id }));
    expect(await announced("stock.low")).toHaveLength(2);
    expect(await deliveriesOf(shop.testing, hook)).toMatchObject([
      { event: "stock.low", order_id: null },
      { event: "stock.low", order_id: null },
    ]);
    expect(await names("order.created")).toEqual(["order.created"]);
  });

  it("is not sent without a mark, for another environment's stock, or for a refused write", async () => {
    const bare = await stocked(place, freshItem(), "2");
    must(await stock(bare, "ADJUSTED", "-2"));
    const item = freshItem("1");
    const id = await stocked(place, item, "2", { low_stock_mark: "1" });
    expect((await stock(id, "ADJUSTED", "-3")).status).toBe(400);
    expect(await announced()).toEqual([]);
    must(await stock(id, "ADJUSTED", "-1"));
    expect(must(await shop.production.get(`/events?events=${NAMES}`)).body.data).toEqual([]);
    expect(await announced()).toHaveLength(1);
  });

  it("for an order that takes the last of two products names both", async () => {
    const items = [freshItem("2"), freshItem("2")];
    for (const item of items) await stocked(place, item, "2", { low_stock_mark: "0" });
    const { order_id } = await created(shop.testing, localOrder(orderOf(items)));
    must(await staff.post("/pickpack/confirm", { order_id }));
    expect((await announced("stock.low")).map(({ data }) => data.sku).sort()).toEqual(
      items.map(({ sku }) => sku).sort(),
    );
  });
});
