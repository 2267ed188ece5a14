// @module-tag engine
/** The figures of the home page: what was sent, spent and delivered, day by day and by service. */
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, hongKongDate, startOfHongKongDay } from "@/lib/calendar";
import type { Figures } from "@/lib/contracts/order-figures";
import { clientOf, created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import type { Api } from "@/test/http";
import { must } from "@/test/pick-pack/warehouse";

let shop: Merchant;
let owner: Api;

beforeAll(async () => {
  shop = await merchant();
  owner = (await personOf("owner", shop.accountId)).api;
});

async function figures(api: Api, days?: string): Promise<Figures> {
  return must(await api.get(`/orders/figures${days ? `?days=${days}` : ""}`)).body.data;
}

/** An order that was confirmed at an instant. */
async function confirmedAt(
  at: Date,
  body: object = localOrder(),
  of = shop,
): Promise<{ order_id: string; price: string | undefined }> {
  const { order_id, quote_price: price } = await created(of.testing, body);
  await sql`update orders set confirmed_at = ${at} where id = ${order_id}`.execute(await testDb());
  return { order_id, price };
}

/** An order that was collected and took so many hours; `early`: before its estimated day ended. */
async function delivered(hours: number, early: boolean | null, of = shop): Promise<void> {
  const { order_id } = await created(of.testing);
  for (const event of ["order.picked_up", "order.in_transit", "order.out_for_delivery", "order.delivered"])
    must(await of.testing.post("/simulate/tracking", { order_id, event }));
  const db = await testDb();
  const end = new Date(Date.now() - 86_400_000);
  const start = new Date(end.getTime() - hours * 3_600_000);
  const promise = early === null ? null : new Date(end.getTime() + (early ? 1 : -1) * 3_600_000);
  await sql`update tracking_events set occurred_at = ${start} where order_id = ${order_id} and event = 'order.picked_up'`.execute(
    db,
  );
  await sql`update orders set moved_at = ${end}, estimated_delivery = ${promise} where id = ${order_id}`.execute(db);
}

describe("GET /orders/figures", () => {
  it("is empty for a shop without orders", async () => {
    const empty = await personOf("owner", (await merchant()).accountId);
    const answer = await figures(empty.api);
    expect(answer).toMatchObject({ day_list: [], destination_list: [], delivery_list: [] });
    expect(answer.from).toBe(addDays(answer.to, -13));
  });

  it("sums confirmed orders by day in Hong Kong, service and country, cancelled ones left out", async () => {
    const day = addDays(hongKongDate(new Date()), -5);
    const begin = startOfHongKongDay(day).getTime();
    const doors = [await confirmedAt(new Date(begin)), await confirmedAt(new Date(begin + 86_399_999))];
    const abroad = await confirmedAt(new Date(begin + 43_200_000), intlOrder());
    await confirmedAt(new Date(begin - 1));
    const unwanted = await confirmedAt(new Date(begin));
    must(await shop.testing.post("/order/cancel", { order_id: unwanted.order_id, reason: "OTHER" }));
    await created(shop.testing, localOrder({ confirm_shipment: "N" }));

    const answer = await figures(owner);
    const { shipping_provider: local } = localOrder() as { shipping_provider: string };
    const { shipping_provider: intl, recipient } = intlOrder() as {
      shipping_provider: string;
      recipient: { country: string };
    };
    const price = Number(doors[0]?.price).toFixed(2);
    const twice = (Number(price) * 2).toFixed(2);
    const thrice = (Number(price) * 3).toFixed(2);
    expect(answer.day_list).toEqual([
      { day: addDays(day, -1), shipping_provider: local, orders: 1, spend: price },
      ...[
        { day, shipping_provider: intl, orders: 1, spend: abroad.price },
        { day, shipping_provider: local, orders: 2, spend: twice },
      ].sort((a, b) => (a.shipping_provider < b.shipping_provider ? -1 : 1)),
    ]);
    expect(answer.destination_list).toEqual([
      { country: "HK", orders: 3, spend: thrice },
      { country: recipient.country, orders: 1, spend: abroad.price },
    ]);
  });

  it("goes back as many days as are asked for, today included, and refuses others", async () => {
    const one = await merchant();
    const { api } = await personOf("member", one.accountId);
    for (const days of ["14", "30", "90"]) {
      const { from, to } = await figures(api, days);
      expect(to).toBe(hongKongDate(new Date()));
      expect(from).toBe(addDays(to, 1 - Number(days)));
      const start = startOfHongKongDay(from);
      const before = await figures(api, days);
      await confirmedAt(start, localOrder(), one);
      await confirmedAt(new Date(start.getTime() - 1), localOrder(), one);
      const after = await figures(api, days);
      const count = ({ day_list }: Figures) => day_list.reduce((sum, { orders }) => sum + orders, 0);
      expect(count(after) - count(before), days).toBe(1);
      expect(after.day_list.find(({ day }) => day === from)?.orders, days).toBe(1);
    }
    for (const days of ["7", "0", "14,30", "abc"]) {
      const refused = await api.get(`/orders/figures?days=${days}`);
      expect([refused.status, refused.body.error.error_trace[0].field], days).toEqual([400, "days"]);
    }
  });

  it("says how long deliveries took, and how many kept their day", async () => {
    const one = await merchant();
    const { api } = await personOf("owner", one.accountId);
    for (const [hours, early] of [[10, true] as const, [20, false] as const, [30, null] as const])
      await delivered(hours, early, one);
    const { order_id } = await created(one.testing);
    must(await one.testing.post("/simulate/tracking", { order_id, event: "order.picked_up" }));
    const [service, ...others] = (await figures(api)).delivery_list;
    expect(others).toEqual([]);
    expect(service).toMatchObject({ delivered: 3, promised: 2, on_time: 1 });
    const hours = [service?.hours_low, service?.hours_median, service?.hours_high];
    expect(hours.map((each) => Math.round((each ?? 0) * 10))).toEqual([120, 200, 280]);
    // Delivered long ago.
    await sql`update orders set moved_at = now() - interval '32 days' where account_id = ${one.accountId}`.execute(
      await testDb(),
    );
    expect((await figures(api)).delivery_list).toEqual([]);
  });

  it("keeps accounts and environments apart", async () => {
    const other = await merchant();
    await created(other.production);
    const inTesting = await personOf("owner", other.accountId);
    expect(await figures(inTesting.api)).toMatchObject({ day_list: [], destination_list: [] });
    const inProduction = await personOf("owner", other.accountId, "production");
    expect((await figures(inProduction.api)).destination_list).toMatchObject([{ country: "HK", orders: 1 }]);
  });

  it("serves only people of the account and support that names it", async () => {
    const named = { headers: { "x-account-id": shop.accountId } };
    const support = await personOf("support", null);
    expect((await support.api.get("/orders/figures", named)).status).toBe(200);
    expect((await (await personOf("warehouse", null)).api.get("/orders/figures", named)).status).toBe(403);
    for (const client of [shop.testing, await clientOf("support", null)])
      expect((await client.get("/orders/figures", named)).status).toBe(403);
  });
});
