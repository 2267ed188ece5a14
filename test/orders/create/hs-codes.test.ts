// Tariff codes are digits, however they are written (contract §12.14).
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { created, intlOrder, type Merchant, merchant, testDb } from "@/test/factories";
import { must } from "@/test/pick-pack/warehouse";

let shop: Merchant;

beforeAll(async () => {
  shop = await merchant();
});

function order(hscode: string, change: Record<string, unknown> = {}) {
  const example = intlOrder(change);
  const [parcel] = example.shipment_detail.parcel_list;
  const [item] = parcel?.declaration_list ?? [];
  const parcel_list = [{ ...parcel, declaration_list: [{ ...item, hscode }] }];
  return { ...example, shipment_detail: { ...example.shipment_detail, parcel_list } };
}
const codeOf = async (order_id: string) =>
  must(await shop.testing.get(`/order/detail/${order_id}`)).body.data.shipment_detail.parcel_list[0].declaration_list[0]
    .hscode;
const AT = "/shipment_detail/parcel_list/0/declaration_list/0/hscode";

/** As tariffs, spreadsheets and input methods write them. */
const WAYS = [
  "6109100012",
  "6109.10.0012",
  "6109 10 00 12",
  "6109-10-0012",
  " 6109.10.00.12 ",
  "６１０９．１０．００１２",
];

describe("a tariff code", () => {
  it("is stored and answered in digits, in orders, items and products", async () => {
    for (const way of WAYS) {
      const { order_id } = await created(shop.testing, order(way));
      expect([way, await codeOf(order_id)]).toEqual([way, "6109100012"]);
      for (const path of ["/items", "/products"] as const) {
        const sku = `HS-${path}-${WAYS.indexOf(way)}`;
        const { hscode } = must(await shop.testing.post(path, { sku, name: "T-shirt", hscode: way })).body.data;
        expect([path, way, hscode]).toEqual([path, way, "6109100012"]);
      }
    }
    const product_list = [{ sku: "HS-import", name: "T-shirt", hscode: "6109.10" }];
    must(await shop.testing.post("/products/import", { product_list }));
    const [imported] = must(await shop.testing.get("/items?q=HS-import")).body.data;
    expect(imported.hscode).toBe("610910");
  });

  it("is refused with letters, other signs or more than ten digits", async () => {
    for (const hscode of ["6109.1A", "HS 610910", "6109/10", "61091000123", "6109,10", "6.1E9", "+610910"]) {
      const made = await shop.testing.post("/order/create", order(hscode));
      expect([hscode, made.status, made.entries.map(({ pointer }) => pointer)]).toEqual([hscode, 400, [AT]]);
      const item = await shop.testing.post("/items", { sku: "HS-x", name: "T-shirt", hscode });
      expect([hscode, item.status, item.entries]).toMatchObject([hscode, 400, [{ field: "hscode" }]]);
    }
  });

  it("has six digits at least on items and products; orders take fewer, with the form's warning", async () => {
    const short = { sku: "HS-short", name: "T-shirt", hscode: "6109.1" };
    for (const path of ["/items", "/products"]) {
      const { status, entries } = await shop.testing.post(path, short);
      expect([path, status, entries]).toMatchObject([path, 400, [{ field: "hscode" }]]);
    }
    const { order_id } = await created(shop.testing, order("6109.1"));
    expect(await codeOf(order_id)).toBe("61091");
    const without = must(await shop.testing.post("/items", { ...short, hscode: "" })).body.data;
    expect(without.hscode).toBeNull();
  });

  it("stays as it was stored before, until the order is confirmed", async () => {
    const { order_id } = await created(shop.testing, order("610910", { confirm_shipment: "N" }));
    await sql`update order_items set hscode = '6109.1A' where order_id = ${order_id}
      and account_id = ${shop.accountId}`.execute(await testDb());
    must(await shop.testing.post("/order/update", { order_id, reference: "T-1" }));
    expect(await codeOf(order_id)).toBe("6109.1A");
    const { status, entries } = await shop.testing.post("/order/confirm", { order_id });
    expect([status, entries.map(({ pointer }) => pointer)]).toEqual([400, [AT]]);
  });
});
