import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, hongKongDate } from "@/lib/calendar";
import { clientOf, created, type Merchant, merchant, testDb } from "../factories";
import type { Api } from "../http";

type Order = { order_id: string; tracking_number: string };

let shop: Merchant;
let carrier: Api;

beforeAll(async () => {
  shop = await merchant();
  carrier = await clientOf("carrier", null);
});

const DAY = addDays(hongKongDate(new Date()), -2);
const at = (time: string) => `${DAY}T${time}+08:00`;
const scan = ({ tracking_number }: Order, event: string, occurred_at: string, more: object = {}) =>
  carrier.post("/tracking/events", { tracking_number, event: `order.${event}`, occurred_at, ...more });

describe("the estimate (contract §4.4)", () => {
  const bodiesOf = async ({ order_id }: Pick<Order, "order_id">) => {
    const { rows } = await sql<{ event: string; body: string }>`
      select event, body from events where order_id = ${order_id} order by created_at, id`.execute(await testDb());
    return rows.map(({ event, body }) => [event.replace("order.", ""), JSON.parse(body).data.estimated_delivery]);
  };

  it("is in every event of a parcel on its way, with every maker of the event", async () => {
    const order = await created(shop.testing);
    const promised = (await shop.testing.get(`/order/detail/${order.order_id}`)).body.data.estimated_delivery;
    const later = at("23:00:00");
    for (const [event, time, more] of [
      ["picked_up", "09:00:00"],
      ["in_transit", "10:00:00"],
      ["in_transit", "11:00:00", { estimated_delivery: later }],
      ["out_for_delivery", "12:00:00"],
      ["delivered", "13:00:00"],
    ] as const)
      await scan(order, event, at(time), more);
    const [first, second] = [promised, later].map((time) => new Date(time).toISOString());
    expect(await bodiesOf(order)).toEqual([
      ["created", undefined],
      ["picked_up", undefined],
      ["in_transit", first],
      ["in_transit", second],
      ["out_for_delivery", second],
      ["delivered", undefined],
    ]);
  });

  it("is not shown for an order that was cancelled, by us or by a carrier", async () => {
    const ours = await created(shop.testing);
    await shop.testing.post("/order/cancel", { order_id: ours.order_id, reason: "OTHER" });
    const theirs = await created(shop.testing);
    const scanned = await scan(theirs, "cancelled", at("10:00:00"), { estimated_delivery: at("23:00:00") });
    expect(scanned.body.data).toMatchObject({ status: "cancelled", estimated_delivery: null });
    for (const order of [ours, theirs]) {
      const { data } = (await shop.testing.get(`/order/detail/${order.order_id}`)).body;
      expect([data.estimated_delivery, data.tracking.estimated_delivery]).toEqual([null, null]);
      for (const path of [`/order/tracking/${order.order_id}`, `/tracking/${order.tracking_number}`])
        expect((await shop.testing.get(path)).body.data.estimated_delivery).toBeNull();
      expect((await bodiesOf(order)).at(-1)).toEqual(["cancelled", undefined]);
    }
  });
});
