import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { TRACKING_EVENT_NAMES } from "@/lib/orders/status";
import { forgetPickPackTwins } from "../database";
import { created, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import type { Api } from "../http";
import { must, naming, orderIn, stockOf, warehouse } from "./warehouse";

let place: { shop: Merchant; staff: Api };
let shop: Merchant;
let staff: Api;

beforeAll(async () => {
  place = await warehouse();
  ({ shop, staff } = place);
});

const cancel = ({ order_id }: { order_id: string }, change: object = {}, client: Api = shop.testing) =>
  client.post("/order/cancel", { order_id, reason: "CUSTOMER_REQUEST", ...change });
const record = async ({ order_id }: { order_id: string }) =>
  (await shop.testing.get(`/order/detail/${order_id}`)).body.data;
const packing = async ({ order_id }: { order_id: string }) =>
  (await staff.get(`/pickpack/bench/${order_id}`)).body.data;
const eventsOf = async ({ order_id }: { order_id: string }) => {
  const { rows } = await sql<{ event: string }>`
    select event from events where order_id = ${order_id} and event = any(${TRACKING_EVENT_NAMES}::text[])
    order by created_at, id`.execute(await testDb());
  return rows.map(({ event }) => event);
};
const ASKED = ["PICKPACK_CONFIRMED", "PICKPACK_READY_TO_SHIPMENT"] as const;

describe("POST /order/cancel of an order that the warehouse packs", () => {
  it("cancels both while the warehouse has not confirmed", async () => {
    const order = await orderIn(place, "PICKPACK_PENDING_CONFIRM");
    const answer = await cancel(order);
    expect(answer.body.data).toEqual({
      order_id: order.order_id,
      order_status: "CANCELLED",
      cancel_status: "CANCELLED",
      message: "The order is cancelled.",
    });
    expect(await record(order)).toMatchObject({ order_status: "CANCELLED", cancel_status: "CANCELLED" });
    expect(await packing(order)).toMatchObject({ status: "PICKPACK_CANCELLED", warning: "CANCELLED" });
    expect(await eventsOf(order)).toEqual(["order.created", "order.cancelled"]);
  });

  it.each(ASKED)("records the request when it is %s: the order goes on and keeps its stock", async (status) => {
    const order = await orderIn(place, status);
    const stock = await stockOf(shop.testing, order.product_id);
    const answer = await cancel(order, { reason: "DUPLICATE", remarks: "ordered twice" });
    expect([answer.status, answer.body.data]).toEqual([
      200,
      {
        order_id: order.order_id,
        order_status: "READY_TO_SHIP",
        cancel_status: "REQUESTED",
        message: expect.stringContaining("asked"),
      },
    ]);
    const before = await record(order);
    expect(before).toMatchObject({
      order_status: "READY_TO_SHIP",
      cancel_status: "REQUESTED",
      cancel_reason: "DUPLICATE",
      cancel_remarks: "ordered twice",
    });
    expect(await packing(order)).toMatchObject({ status, warning: "CANCEL_REQUESTED" });
    const again = await cancel(order, { reason: "OTHER" });
    expect(again.body).toEqual(answer.body);
    expect(await record(order)).toEqual(before);
    expect(await stockOf(shop.testing, order.product_id)).toEqual(stock);
    expect(await eventsOf(order)).toEqual(["order.created"]);
  });

  it.each(ASKED)("is done when the warehouse agrees, for the merchant's reason: %s", async (status) => {
    const order = await orderIn(place, status);
    await cancel(order, { reason: "WRONG_INFO", remarks: "wrong flat" });
    must(await staff.post("/pickpack/cancel", { order_id: order.order_id, remarks: "agreed" }));
    expect(await record(order)).toMatchObject({
      order_status: "CANCELLED",
      cancel_status: "CANCELLED",
      cancel_reason: "WRONG_INFO",
      cancel_remarks: "wrong flat",
    });
    expect(await stockOf(shop.testing, order.product_id)).toEqual(["5", "0"]);
    expect(await eventsOf(order)).toEqual(["order.created", "order.cancelled"]);
    expect((await cancel(order)).body.data.cancel_status).toBe("CANCELLED");
  });

  it("does not keep the warehouse from going on, and lapses when the parcel is collected", async () => {
    const order = await orderIn(place, "PICKPACK_CONFIRMED");
    await cancel(order);
    must(await staff.post("/pickpack/ready", { order_id: order.order_id }));
    expect((await record(order)).cancel_status).toBe("REQUESTED");
    must(await shop.testing.post("/simulate/tracking", { order_id: order.order_id, event: "order.picked_up" }));
    expect(await record(order)).toMatchObject({ order_status: "PICKED_UP", cancel_status: null });
    expect((await cancel(order)).entries).toMatchObject([{ code: "400450" }]);
    expect((await packing(order)).status).toBe("PICKPACK_READY_TO_SHIPMENT");
  });

  it("by support for the merchant is a request too; staff of their own accord cancel by /pickpack/cancel", async () => {
    const order = await orderIn(place, "PICKPACK_CONFIRMED");
    const support = (await personOf("support", null)).api;
    const asked = await support.post("/order/cancel", { order_id: order.order_id, reason: "OTHER" }, naming(shop));
    expect(asked.body.data.cancel_status).toBe("REQUESTED");
    const other = await orderIn(place, "PICKPACK_CONFIRMED");
    await forgetPickPackTwins();
    must(await support.post("/pickpack/cancel", { order_id: other.order_id, remarks: "flood" }));
    expect(await record(other)).toMatchObject({ cancel_reason: "OTHER", cancel_remarks: "flood" });
  });

  it.each(["PICKPACK_CONFIRMED", "PICKPACK_READY_TO_SHIPMENT"] as const)(
    "by staff gives the stock back: %s",
    async (status) => {
      const order = await orderIn(place, status);
      expect(await stockOf(shop.testing, order.product_id)).toEqual(
        status === "PICKPACK_CONFIRMED" ? ["5", "2"] : ["3", "0"],
      );
      must(await staff.post("/pickpack/cancel", { order_id: order.order_id }));
      expect(await stockOf(shop.testing, order.product_id)).toEqual(["5", "0"]);
      const { body } = await shop.testing.get(`/products/${order.product_id}/movements`);
      expect(body.data.map(({ kind }: { kind: string }) => kind)).toEqual(
        status === "PICKPACK_CONFIRMED"
          ? ["RELEASED", "RESERVED", "RECEIVED"]
          : ["RECEIVED", "TAKEN", "RESERVED", "RECEIVED"],
      );
    },
  );

  it("is unchanged for an account that packs itself, also when it has given pick-and-pack up", async () => {
    const plain = await merchant();
    const order = await created(plain.testing, localOrder());
    expect((await cancel(order, {}, plain.testing)).body.data.cancel_status).toBe("CANCELLED");
    const confirmed = await orderIn(place, "PICKPACK_CONFIRMED");
    const db = await testDb();
    await sql`update accounts set pick_pack = false where id = ${shop.accountId}`.execute(db);
    expect((await cancel(confirmed)).body.data.cancel_status).toBe("REQUESTED");
    await sql`update accounts set pick_pack = true where id = ${shop.accountId}`.execute(db);
  });
});
