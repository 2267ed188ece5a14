import { describe, expect, it } from "vitest";
import { readCell } from "@/lib/tables/csv-cells";
import { readCsv } from "@/lib/tables/csv-file";
import { readPdf } from "../documents/read-pdf";
import { created, intlOrder, merchant, personOf } from "../factories";
import {
  carrier,
  confirmed,
  detail,
  eventsOf,
  mailsOf,
  type Order,
  oneShort,
  ready,
  record,
  reopen,
  SHORT,
  shop,
  staff,
  stockOf,
  textOf,
  withWarehouse,
} from "./pickpack-short";
import { freshItem, type Item, must, orderOf, packAll, stocked } from "./warehouse";

withWarehouse();

/** An international order of these items with two rechargeable ones beside the device in the first line. */
function abroad(items: Item[], battery?: object) {
  const body = intlOrder();
  const detail = body.shipment_detail as { parcel_list: { declaration_list: object[] }[]; currency?: string };
  const lines = items.map((item, index) => ({
    description: `Goods ${item.sku.slice(-6)}`,
    single_price: index === 0 ? "100.00" : "7.00",
    single_weight: "0.5",
    hscode: "701090",
    origin: "CN",
    ...item,
    ...(index === 0 && battery ? { battery } : {}),
  }));
  const [parcel] = detail.parcel_list;
  return {
    ...body,
    shipment_detail: { ...detail, currency: "HKD", parcel_list: [{ ...parcel, declaration_list: lines }] },
  };
}

describe("an order that is packed short", () => {
  it("needs a confirmation before it is ready, and is then shown as short everywhere", async () => {
    const { order, id, bottle } = await oneShort();
    const line = {
      sku: bottle.sku,
      name: `Goods ${bottle.sku}`,
      ordered: "3",
      packed: "2",
      reason: "MISSING",
      note: "",
    };
    for (const body of [{}, { confirm_short: "N" }, { confirm_short: "" }]) {
      const refused = await ready(order, body);
      expect([refused.status, refused.entries.map(({ field }) => field)]).toEqual([400, ["confirm_short"]]);
    }
    expect(await stockOf(id)).toEqual([10, 3, 0, 0]);
    expect((await eventsOf(order)).map(({ event }) => event)).not.toContain("pickpack.short");
    expect(await mailsOf(shop.email, order)).toEqual([]);

    const { order: answered } = must(await ready(order)).body.data;
    expect(answered).toMatchObject({ status: "PICKPACK_READY_TO_SHIPMENT", short: "Y", short_list: [line] });
    expect(await detail(order)).toEqual(answered);
    expect(
      answered.shipment_detail.parcel_list[0].declaration_list.map((each: { custom_qty: string }) => each.custom_qty),
    ).toEqual(["2", "1"]);
    const { body } = await shop.testing.get(`/pickpack/list?q=${order.order_id}`);
    expect(body.data).toMatchObject([{ order_id: order.order_id, short: "Y" }]);

    const events = await eventsOf(order);
    expect(events.filter(({ event }) => event.startsWith("pickpack.")).map(({ event }) => event)).toEqual([
      "pickpack.confirmed",
      "pickpack.ready",
      "pickpack.short",
    ]);
    expect(events.at(-1)?.data).toMatchObject({ order_id: order.order_id, short_list: [line] });
    const mails = await mailsOf(shop.email, order);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe(`[TEST] Order ${order.order_id} was packed short`);
    expect(mails[0]?.body_text).toContain(`${bottle.sku} Goods ${bottle.sku}: 2 of 3 packed (not found)`);
    expect(mails[0]?.body_text).toContain(`/testing/orders/${order.order_id}`);
    expect(mails[0]?.body_text).not.toContain("collect");
  });

  it("says so to an owner who reads Chinese, in Chinese", async () => {
    const taipo = await merchant({ pickPack: true, locale: "zh-Hant" });
    const item = freshItem("2");
    await stocked({ shop: taipo, staff }, item, "5");
    const order = (await created(taipo.testing, orderOf([item]))) as unknown as Order;
    must(await staff.post("/pickpack/confirm", { order_id: order.order_id }));
    await packAll(staff, order, { [item.sku]: { units: 1, reason: "DAMAGED", remarks: "瓶身破裂" } });
    must(await ready(order));
    const [mail] = await mailsOf(taipo.email, order);
    expect(mail?.subject).toBe(`[測試] 訂單 ${order.order_id} 未能足數包裝`);
    expect(mail?.body_text).toContain("訂購 2 件，已包裝 1 件（損壞: 瓶身破裂）");
  });

  it("needs no answer, and says N, when nothing is missing", async () => {
    const { order } = await confirmed([freshItem("2")]);
    must(await ready(order, {}));
    expect(await detail(order)).toMatchObject({ short: "N", short_list: [] });
    expect(await mailsOf(shop.email, order)).toEqual([]);
  });

  it("keeps price and insurance", async () => {
    const insured = (items: Item[]) => {
      const body = orderOf(items);
      const { shipment_detail: detail } = body as unknown as { shipment_detail: { parcel_list: object[] } };
      const parcel_list = detail.parcel_list.map((parcel) => ({ ...parcel, insurance_fee: "360" }));
      return { ...body, is_local_insurance: "Y", shipment_detail: { ...detail, parcel_list } };
    };
    const { order } = await oneShort("MISSING", insured);
    const before = await record(order);
    must(await ready(order));
    const after = await record(order);
    for (const field of [
      "quote_price",
      "price_breakdown",
      "is_local_insurance",
      "shipment_detail",
      "chargeable_weight",
    ])
      expect(after[field]).toEqual(before[field]);
  });

  it("is announced when a courier has it before it is ready", async () => {
    const { order, id } = await oneShort();
    const scan = {
      tracking_number: order.tracking_number,
      event: "order.picked_up",
      occurred_at: new Date().toISOString(),
    };
    must(await carrier.post("/tracking/events", scan));
    expect(await detail(order)).toMatchObject({ status: "PICKPACK_READY_TO_SHIPMENT", short: "Y" });
    expect(await stockOf(id)).toEqual([7, 0, 1, 0]);
    expect((await eventsOf(order)).filter(({ event }) => event === "pickpack.short")).toHaveLength(1);
    expect(await mailsOf(shop.email, order)).toHaveLength(1);
  });
});

describe("papers of an order that is packed short", () => {
  /** The value for customs on the label that its own operation answers. */
  async function labelValue({ order_id }: Order) {
    const { related_documents } = must(await shop.testing.get(`/order/label/${order_id}`)).body.data;
    const [page] = readPdf(Buffer.from(related_documents[0].content, "base64"));
    return /VALUE {2}HKD ([\d,.]+)/.exec(page?.text ?? "")?.[1];
  }

  async function exportedValue({ order_id }: Order) {
    const { content } = must(await shop.testing.get(`/orders/export?order_ids=${order_id}`)).body.data;
    const [heads = [], cells = []] = readCsv(Buffer.from(content, "base64").toString());
    return readCell(cells[heads.indexOf("declared_value")] ?? "");
  }

  it("list what is in the parcels as soon as units are noted as missing, and everything again when the note is undone", async () => {
    const items = [freshItem("3"), freshItem("1")];
    const [bottle, cup] = items as [Item, Item];
    const { order } = await confirmed(items, abroad(items));
    const seen = async () => ({
      invoice: /HKD ([\d,.]+)/.exec((await textOf(order, "commercial_invoice"))?.split("Total:").at(-1) ?? "")?.[1],
      net: /([\d.]+) kg net/.exec((await textOf(order, "commercial_invoice")) ?? "")?.[1],
      slip: /(\d+) units?/.exec((await textOf(order, "packing_slip"))?.split("Total:").at(-1) ?? "")?.[1],
      label: await labelValue(order),
      exported: await exportedValue(order),
    });
    expect(await seen()).toEqual({ invoice: "307.00", net: "2", slip: "4", label: "307.00", exported: "307.00" });
    const post = async (path: string, body: object) =>
      must(await staff.post(path, { order_id: order.order_id, ...body }));
    await post("/pickpack/short", { scan_id: "n1", parcel: "1", position: "1", qty: "1", reason: "MISSING" });
    expect(await seen()).toEqual({ invoice: "207.00", net: "1.5", slip: "3", label: "207.00", exported: "207.00" });
    await post("/pickpack/short", { scan_id: "n2", parcel: "1", position: "2", reason: "DAMAGED" });
    expect(await seen()).toEqual({ invoice: "200.00", net: "1", slip: "2", label: "200.00", exported: "200.00" });
    expect(await textOf(order, "commercial_invoice")).not.toContain(cup.sku);
    expect(await textOf(order, "packing_slip")).not.toContain(cup.sku);
    const { shipment_detail, short_list } = await detail(order);
    expect(shipment_detail.parcel_list[0].declaration_list).toMatchObject([{ sku: bottle.sku, custom_qty: "2" }]);
    expect(short_list.map((line: { packed: string }) => line.packed)).toEqual(["2", "0"]);
    await post("/pickpack/undo", { scan_id: "n2" });
    await post("/pickpack/reopen", { parcel: "1" });
    expect(await seen()).toEqual({ invoice: "307.00", net: "2", slip: "4", label: "307.00", exported: "307.00" });
    expect(await detail(order)).toMatchObject({ short: "N", short_list: [] });
  });

  it("have the battery mark by the units that are packed", async () => {
    const items = [freshItem("3"), freshItem("1")];
    const { order } = await confirmed(items, abroad(items, { type: "chargeable", location: "inside" }));
    const marks = async () => (await detail(order)).shipment_detail.parcel_list[0].battery_label_types;
    const onBench = async () =>
      must(await staff.get(`/pickpack/bench/${order.order_id}`)).body.data.parcel_list[0].battery_label_types;
    expect([await marks(), await onBench()]).toEqual(["UN3481_PI967", "UN3481_PI967"]);
    const owner = (await personOf("owner", shop.accountId)).api;
    const listed = async () =>
      must(await owner.get(`/order/prints/${order.order_id}`)).body.data.document_list.map(
        ({ type }: { type: string }) => type,
      );
    expect(await textOf(order, "battery_label")).not.toBeNull();
    expect(await listed()).toContain("battery_label");
    await packAll(staff, order, { [items[0]?.sku ?? ""]: { units: 1, reason: "MISSING" } });
    // Two batteries in their devices need no mark.
    expect([await marks(), await onBench()]).toEqual(["", ""]);
    expect(await textOf(order, "battery_label")).toBeNull();
    expect(await listed()).not.toContain("battery_label");
    must(await ready(order));
    expect(await marks()).toBe("");
  });

  it("are not made of a parcel with nothing in it: it cannot be ready", async () => {
    const item = freshItem("2");
    const { order } = await confirmed([item]);
    await packAll(staff, order, { [item.sku]: { units: 2, reason: "MISSING" } });
    const refused = await ready(order);
    expect(refused.entries).toMatchObject([{ field: "order_id", code: "400480" }]);
  });
});

describe("cash on delivery of an order that is packed short", () => {
  const cod = (items: Item[]) => ({ ...orderOf(items), cod: "Y", cod_amount: "480.00" });

  it("may be lowered when it is made ready; record, label and mail say it", async () => {
    const { order } = await oneShort("MISSING", cod);
    must(await ready(order, { ...SHORT, cod_amount: "360.00" }));
    expect(await record(order)).toMatchObject({ cod: "Y", cod_amount: "360.00", declared_cod_amount: "480.00" });
    expect(await textOf(order, "label")).toContain("HK$360.00");
    const [mail] = await mailsOf(shop.email, order);
    expect(mail?.body_text).toContain("collects HK$360.00 instead of HK$480.00");
    expect((await eventsOf(order)).map(({ event }) => event)).toContain("order.updated");
  });

  it("may be lowered to nothing: it is not collected, unless the order is packed again", async () => {
    const { order } = await oneShort("MISSING", cod);
    must(await ready(order, { ...SHORT, cod_amount: "0" }));
    expect(await record(order)).toMatchObject({ cod: "N", cod_amount: null, declared_cod_amount: "480.00" });
    expect(await textOf(order, "label")).not.toContain("HK$");
    expect((await mailsOf(shop.email, order))[0]?.body_text).toContain("collects nothing instead of HK$480.00");
    must(await reopen(order));
    expect(await record(order)).toMatchObject({ cod: "Y", cod_amount: "480.00", declared_cod_amount: null });
  });

  it("stays as it is when no amount is given, and the mail says so", async () => {
    const { order } = await oneShort("MISSING", cod);
    must(await ready(order));
    expect(await record(order)).toMatchObject({ cod_amount: "480.00", declared_cod_amount: null });
    expect((await mailsOf(shop.email, order))[0]?.body_text).toContain("collects HK$480.00, as you asked");
  });

  it.each([["480.01"], ["-1"], ["1.234"], ["all"]])("is refused as %s", async (cod_amount) => {
    const { order } = await oneShort("MISSING", cod);
    const refused = await ready(order, { ...SHORT, cod_amount });
    expect([refused.status, refused.entries.map(({ field }) => field)]).toEqual([400, ["cod_amount"]]);
  });

  it("is refused for an order without it, and for one that is complete", async () => {
    const { order } = await oneShort();
    expect((await ready(order, { ...SHORT, cod_amount: "1" })).entries).toMatchObject([{ field: "cod_amount" }]);
    const whole = await confirmed([freshItem()], undefined);
    expect((await ready(whole.order, { cod_amount: "1" })).entries).toMatchObject([{ field: "cod_amount" }]);
  });
});
