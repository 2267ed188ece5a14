import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, hongKongDate, weekday } from "@/lib/calendar";
import { readPdf } from "../documents/read-pdf";
import { created, intlOrder, type Merchant, personOf, testDb } from "../factories";
import type { Api } from "../http";
import { changeSheet } from "../sheets";
import { freshItem, must, orderIn, orderOf, packAll, scanLabels, stocked, stockOf, warehouse } from "./warehouse";

let place: { shop: Merchant; staff: Api };
let shop: Merchant;
let staff: Api;

beforeAll(async () => {
  place = await warehouse();
  ({ shop, staff } = place);
});

const ready = ({ order_id }: { order_id: string }, body: object = {}) =>
  staff.post("/pickpack/ready", { order_id, ...body });
const record = async ({ order_id }: { order_id: string }) =>
  (await shop.testing.get(`/order/detail/${order_id}`)).body.data;
const confirmed = async (body: object) => {
  const order = await created(shop.testing, body);
  must(await staff.post("/pickpack/confirm", { order_id: order.order_id }));
  return order;
};
const BIG = { length: "60", width: "40", height: "30", act_weight: "3.1" };

describe("POST /pickpack/ready", () => {
  it("takes the stock and books the pickup on the next day on which the provider collects", async () => {
    const order = await orderIn(place, "PICKPACK_CONFIRMED");
    const today = hongKongDate(new Date());
    const { pickup_detail: pickup } = must(await ready(order)).body.data.order;
    expect(pickup.pickup_date).toBe(addDays(today, 1));
    expect(pickup.pickup_number).toBe(`PU${order.tracking_number.slice(2)}`);
    expect(await stockOf(shop.testing, order.product_id)).toEqual(["3", "0"]);
    expect((await record(order)).quote_price).toBe("54.00");
  });

  it("passes Sundays and holidays over where the provider does, and where it has no days of its own", async () => {
    const today = hongKongDate(new Date());
    const next = (from: string): string => (weekday(from) === 7 ? addDays(from, 1) : from);
    const holiday = next(addDays(today, 1));
    const restore = await changeSheet("HOLIDAYS", null, (rows) => [
      ...rows,
      { date: holiday, name_en: "Typhoon", name_zh: "颱風" },
    ]);
    const item = freshItem();
    await stocked(place, item, "9");
    const local = { ...orderOf([item]), shipping_provider: "LOCAL_SAMEDAY" };
    const intl = intlOrder();
    const [parcel] = (intl.shipment_detail as { parcel_list: { declaration_list: object[] }[] }).parcel_list;
    Object.assign(parcel?.declaration_list[0] ?? {}, { ...item, qty: "1" });
    for (const body of [local, intl]) {
      const order = await confirmed(body);
      const { pickup_detail: pickup } = must(await ready(order)).body.data.order;
      expect(pickup.pickup_date > holiday).toBe(true);
      expect(weekday(pickup.pickup_date)).not.toBe(7);
    }
    await restore();
  });

  it("prices repacked parcels by what they measure now, and the labels follow", async () => {
    const item = freshItem("1");
    await stocked(place, item, "9");
    const order = await confirmed(orderOf([item], [item]));
    const before = await record(order);
    await packAll(staff, order);
    await scanLabels(staff, order);
    const measures = { order_id: order.order_id, parcel_list: [BIG, { ...BIG, act_weight: "14" }] };
    const asked = must(await staff.post("/pickpack/price", measures)).body.data;
    expect(asked).toEqual({ order_id: order.order_id, quote_price: "330.00", price_before: "78.00" });
    expect((await record(order)).quote_price).toBe("78.00");
    expect((await staff.post("/pickpack/price", { ...measures, parcel_list: [BIG] })).entries).toMatchObject([
      { field: "parcel_list" },
    ]);
    expect((await shop.testing.post("/pickpack/price", measures)).status).toBe(403);
    const answer = must(await ready(order, { parcel_list: [BIG, { ...BIG, act_weight: "14" }] }));
    const { order: read } = answer.body.data;
    expect(read.is_require_repack).toBe("Y");
    expect(read.shipment_detail.parcel_list).toMatchObject([BIG, { ...BIG, act_weight: "14" }]);
    const after = await record(order);
    // 12 kg by volume and 14 kg: 30 + 25 × 12.
    expect([before.quote_price, after.quote_price]).toEqual(["78.00", "330.00"]);
    expect(after).toMatchObject({
      chargeable_weight: "26",
      weight_basis: "VOLUMETRIC",
      price_breakdown: [{ code: "BASE", amount: "330.00" }],
      tracking_number: before.tracking_number,
      order_status: "READY_TO_SHIP",
    });
    expect(after.shipment_detail.parcel_list.map((each: { tracking_number: string }) => each.tracking_number)).toEqual(
      before.shipment_detail.parcel_list.map((each: { tracking_number: string }) => each.tracking_number),
    );
    expect(after.shipment_detail.parcel_list[0].parcel_items).toEqual(
      before.shipment_detail.parcel_list[0].parcel_items,
    );
    const member = await personOf("member", shop.accountId);
    const [adjustment] = must(await member.api.get(`/adjustments?order_id=${order.order_id}`)).body.data;
    expect(adjustment).toMatchObject({
      kind: "REPACKED",
      amount: "252.00",
      reason: expect.stringMatching(/^#1: .* kg → 60 × 40 × 30 cm, 3\.1 kg; #2: .* kg → 60 × 40 × 30 cm, 14 kg$/),
    });
    const label = readPdf(Buffer.from(read.related_documents.content, "base64")).map(({ text }) => text);
    expect(label).toHaveLength(2);
    expect(label[1]).toContain("14");
    const rows = (await shop.testing.get(`/orders?q=${order.order_id}`)).body.data;
    expect(rows[0].quote_price).toBe("330.00");
  });

  it("keeps what the merchant declared, and its price, next to what was packed", async () => {
    const item = freshItem("1");
    await stocked(place, item, "9");
    const bare = { length: undefined, width: undefined, height: undefined };
    const body = orderOf([item], [item]);
    const parcels = (body.shipment_detail as { parcel_list: object[] }).parcel_list;
    const order = await confirmed({
      ...body,
      shipment_detail: { ...(body.shipment_detail as object), parcel_list: [parcels[0], { ...parcels[1], ...bare }] },
    });
    const before = await record(order);
    expect(before.declared_price).toBeNull();
    expect(before.shipment_detail.parcel_list.map((each: { declared: object }) => each.declared)).toEqual([null, null]);
    await packAll(staff, order);
    await scanLabels(staff, order);
    const detail = must(await ready(order, { parcel_list: [BIG, { ...BIG, act_weight: "14" }] })).body.data.order;
    const after = await record(order);
    expect([after.declared_price, after.quote_price]).toEqual([before.quote_price, "330.00"]);
    expect(after.shipment_detail.parcel_list).toMatchObject([
      { ...BIG, declared: { length: "30", width: "20", height: "15", act_weight: "2.3" } },
      { ...BIG, act_weight: "14", declared: { length: "", width: "", height: "", act_weight: "2.3" } },
    ]);
    expect(Object.keys(detail.shipment_detail.parcel_list[0]).sort()).toEqual(
      [
        "tracking_number",
        "length",
        "width",
        "height",
        "act_weight",
        "declaration_list",
        "is_require_battery_label",
        "battery_label_types",
        "related_documents",
      ].sort(),
    );
    const changed = await shop.testing.post("/order/update", { order_id: order.order_id, client_remarks: "Careful" });
    expect(must(changed).body.data.shipment_detail).toEqual(after.shipment_detail);
  });

  it("has no declared values for an order that was packed as ordered", async () => {
    const order = await orderIn(place, "PICKPACK_READY_TO_SHIPMENT");
    const { declared_price, shipment_detail } = await record(order);
    expect([declared_price, shipment_detail.parcel_list[0].declared]).toEqual([null, null]);
  });

  it("keeps the search and the sorting by price of a repacked order", async () => {
    const order = await orderIn(place, "PICKPACK_CONFIRMED");
    must(await ready(order, { parcel_list: [BIG] }));
    const found = await shop.testing.get(`/orders?q=${order.tracking_number}`);
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([order.order_id]);
  });

  it("repacks an order whose pickup day is over", async () => {
    const order = await orderIn(place, "PICKPACK_CONFIRMED");
    await sql`update orders set pickup_date = '2026-01-05' where id = ${order.order_id}`.execute(await testDb());
    expect((await ready(order, { parcel_list: [BIG] })).status).toBe(200);
  });

  it.each([
    ["too few parcels", { parcel_list: [BIG] }, ["parcel_list"]],
    ["none where a repack is declared", { is_require_repack: "Y" }, ["parcel_list"]],
    ["a side of 0", { parcel_list: [{ ...BIG, length: "0" }, BIG] }, ["parcel_list[].length"]],
    ["no weight", { parcel_list: [BIG, { ...BIG, act_weight: undefined }] }, ["parcel_list[].act_weight"]],
    ["a number", { parcel_list: [BIG, { ...BIG, act_weight: 2 }] }, ["parcel_list[].act_weight"]],
    ["too heavy for the service", { parcel_list: [BIG, { ...BIG, act_weight: "30.1" }] }, ["shipping_provider"]],
    ["no list", { parcel_list: [] }, ["parcel_list"]],
  ])("refuses %s and changes nothing", async (_name, body, fields) => {
    const item = freshItem("1");
    const product = await stocked(place, item, "2");
    const order = await confirmed(orderOf([item], [item]));
    const before = await record(order);
    const answer = await ready(order, body);
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, fields]);
    expect(await record(order)).toEqual(before);
    expect(await stockOf(shop.testing, product)).toEqual(["2", "2"]);
  });

  it("with is_require_repack N leaves a repack out that was asked for", async () => {
    const order = await orderIn(place, "PICKPACK_PENDING_CONFIRM");
    must(await staff.post("/pickpack/confirm", { order_id: order.order_id, is_require_repack: "Y" }));
    const answer = must(await ready(order, { is_require_repack: "N" }));
    expect(answer.body.data.order.is_require_repack).toBe("N");
  });
});
