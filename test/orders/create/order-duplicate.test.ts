// Another order like one that there is (contract §30.1).
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import { type Api, api } from "@/test/http";
import {
  eventsOf,
  type Order,
  oneShort,
  ready,
  record,
  SHORT,
  shop,
  staff,
  withWarehouse,
} from "@/test/pick-pack/pickpack-short";
import { type Item, must, orderOf } from "@/test/pick-pack/warehouse";
import { changeSheet, dearerBy } from "@/test/sheets";

withWarehouse();

const duplicate = (client: Api, body: object, options?: object) => client.post("/order/duplicate", body, options);
const detailOf = async (client: Api, { order_id }: Order) =>
  must(await client.get(`/order/detail/${order_id}`)).body.data;

/** What two orders have in common when one was made like the other. */
function likeness(order: Record<string, unknown>) {
  const { ship_type, sender, recipient, shipment_detail, shipping_provider, shipment_options, cod, cod_amount } = order;
  const { delivery_proof, is_local_insurance, quote_price } = order;
  const lists = JSON.parse(JSON.stringify(shipment_detail), (name, value) =>
    name === "tracking_number" ? undefined : value,
  );
  return {
    ...{ ship_type, sender, recipient, lists, shipping_provider, shipment_options, cod, cod_amount, delivery_proof },
    ...{ is_local_insurance, quote_price },
  };
}

describe("POST /order/duplicate", () => {
  it.each(["local", "intl"] as const)("makes another %s order, without what belongs to one shipment", async (type) => {
    const merchantOf = await merchant();
    const pickup_arrange = {
      pickup_date: "2096-02-29",
      pickup_start_time: "10:00",
      pickup_end_time: "13:00",
    };
    const own = { reference: "SHOP-1", client_remarks: "Ring twice", confirm_shipment: "Y" };
    const body =
      type === "intl" ? intlOrder(own) : localOrder({ ...own, pickup_arrange, cod: "Y", cod_amount: "88.00" });
    const first = await created(merchantOf.testing, body);
    const before = await detailOf(merchantOf.testing, first);
    const answer = await duplicate(merchantOf.testing, { order_id: first.order_id });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      order_status: "PENDING_CONFIRM",
      tracking_number: null,
      client_remarks: null,
      confirm_shipment: "N",
    });
    const after = await detailOf(merchantOf.testing, answer.body.data);
    expect(after.order_id).not.toBe(before.order_id);
    expect(likeness(after)).toEqual(likeness(before));
    expect([after.reference, after.client_remarks, after.pickup_arrange ?? null]).toEqual([null, null, null]);
    expect(await detailOf(merchantOf.testing, first)).toEqual(before);

    const bought = must(await duplicate(merchantOf.testing, { order_id: first.order_id, confirm_shipment: "Y" }));
    expect(bought.body.data).toMatchObject({ order_status: "READY_TO_SHIP", confirm_shipment: "Y" });
    expect(bought.body.data.tracking_number).toMatch(/^ST\d{11}$/);
    expect(bought.body.data.tracking_number).not.toBe(before.tracking_number);
    const { data } = (await merchantOf.testing.get("/events?events=order.created&limit=100")).body;
    expect(data.map(({ order_id }: Order) => order_id).sort()).toEqual(
      [first, answer.body.data, bought.body.data].map(({ order_id }) => order_id).sort(),
    );
  });

  it("takes a cancelled one too, and one saved without a service that serves it any more is refused by name", async () => {
    const own = await merchant();
    const order = await created(own.testing, localOrder({ confirm_shipment: "Y" }));
    must(
      await own.testing.post("/order/cancel", {
        order_id: order.order_id,
        reason: "OTHER",
        remarks: "x",
      }),
    );
    expect((await duplicate(own.testing, { order_id: order.order_id })).status).toBe(200);
    await sql`update orders set shipping_provider = 'GONE' where id = ${order.order_id}`.execute(await testDb());
    const refused = await duplicate(own.testing, { order_id: order.order_id });
    expect([refused.status, refused.entries.map(({ field }) => field)]).toEqual([400, ["shipping_provider"]]);
  });

  it("is priced today, and leaves the first with its price", async () => {
    const own = await merchant();
    const first = await created(own.testing, localOrder({ confirm_shipment: "Y" }));
    const before = (await detailOf(own.testing, first)).quote_price;
    const restore = await changeSheet("TARIFF", "LOCAL_DOOR", (rows) => rows.map(dearerBy(7, "first_price")));
    try {
      const again = must(await duplicate(own.testing, { order_id: first.order_id, confirm_shipment: "Y" })).body.data;
      const after = (await detailOf(own.testing, again)).quote_price;
      expect(Number(after) - Number(before)).toBe(7);
      expect((await detailOf(own.testing, first)).quote_price).toBe(before);
    } finally {
      await restore();
    }
  });

  it("is as the merchant gave it, before the warehouse repacked it, packed it short and lowered its COD", async () => {
    const cod = (items: Item[]) => ({ ...orderOf(items), cod: "Y", cod_amount: "480.00" });
    const { order } = await oneShort("MISSING", cod);
    const before = await record(order);
    const big = { length: "60", width: "40", height: "30", act_weight: "3.1" };
    must(await ready(order, { ...SHORT, cod_amount: "0", parcel_list: [big] }));
    expect(likeness(await record(order))).not.toEqual(likeness(before));
    const again = must(await duplicate(shop.testing, { order_id: order.order_id, confirm_shipment: "Y" })).body.data;
    expect(likeness(await record(again))).toEqual(likeness(before));
    // The warehouse gets it as any other.
    expect((await eventsOf(again)).map(({ event }) => event)).toEqual(["order.created"]);
    expect((await staff.get(`/pickpack/detail/${again.order_id}`)).status).toBe(200);
  });

  it("is made once for one idempotency key, apart from the key of other operations", async () => {
    const own = await merchant();
    const key = { headers: { "idempotency-key": "again" } };
    const order = must(await own.testing.post("/order/create", localOrder(), key)).body.data;
    const body = { order_id: order.order_id };
    const answers = await Promise.all([1, 2, 3].map(() => duplicate(own.testing, body, key)));
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    const { order_id } = made[0]?.body.data ?? {};
    const again = await duplicate(own.testing, body, key);
    expect([again.status, JSON.stringify(again.body)]).toEqual([500, expect.stringContaining(order_id)]);
    // Whatever the body of the repeat is.
    const other = await duplicate(own.testing, { order_id: "217000000000000" }, key);
    expect([other.status, JSON.stringify(other.body)]).toEqual([500, expect.stringContaining(order_id)]);
    expect((await own.testing.get("/orders")).body.pagination.total).toBe(2);
  });

  it("is refused for what is not the caller's, or not there, and with every wrong field named", async () => {
    const own: Merchant = await merchant();
    const order = await created(own.testing);
    const { order_id } = order;
    expect((await duplicate(api(), { order_id })).status).toBe(401);
    expect((await duplicate((await merchant()).testing, { order_id })).status).toBe(404);
    expect((await duplicate(own.production, { order_id })).status).toBe(404);
    expect((await duplicate(staff, { order_id }, { headers: { "x-account-id": own.accountId } })).status).toBe(403);
    const wrong = await duplicate(own.testing, { order_id: "x", confirm_shipment: "maybe" });
    expect([wrong.status, wrong.entries.map(({ field }) => field)]).toEqual([400, ["order_id", "confirm_shipment"]]);
    const member = await personOf("member", own.accountId);
    expect((await duplicate(member.api, { order_id })).status).toBe(200);
    await sql`update orders set erased_at = now() where id = ${order_id}`.execute(await testDb());
    const erased = await duplicate(own.testing, { order_id });
    expect([erased.status, erased.entries.map(({ field }) => field)]).toEqual([400, ["order_id"]]);
  });
});
