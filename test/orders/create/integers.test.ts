/**
 * Whole numbers too large for a column, for a JavaScript number or for any order: always a 400 at the field, never a
 * 500.
 */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { created, personOf } from "@/test/factories";
import type { Answer, Api } from "@/test/http";
import { freshItem, type Item, naming, orderIn, orderOf, warehouse } from "@/test/pick-pack/warehouse";

const BEYOND = ["1000001", "2147483648", "999999999999", "9007199254740993", "9".repeat(20), "9".repeat(400)];
const WRONG = ["-1000001", "1.5", "1e3", "0x10", "+1", "１", "1,000", "NaN"];

let place: Awaited<ReturnType<typeof warehouse>>;
let shop: Api;
let staff: Api;
let owner: Api;
let item: Item;
let order: { order_id: string; product_id: string };
let order_ids: string[];
beforeAll(async () => {
  place = await warehouse();
  [shop, staff] = [place.shop.testing, place.staff];
  owner = (await personOf("owner", place.shop.accountId)).api;
  item = freshItem("2");
  order = await orderIn(place, "PICKPACK_CONFIRMED", item);
  order_ids = [(await created(shop, orderOf([freshItem()], [freshItem()]))).order_id];
});

const stock = (kind: string) => (qty: string) =>
  staff.post(`/products/${order.product_id}/stock`, { kind, qty, reason: "x" }, naming(place.shop));
const bench = (operation: string, body: (value: string) => object) => (value: string) =>
  staff.post(`/pickpack/${operation}`, { order_id: order.order_id, scan_id: randomUUID(), ...body(value) });
const line = { parcel: "1", position: "1", reason: "MISSING" };

/** How a value is sent, and the fields at which it may be refused. */
const FIELDS: [name: string, fields: string, send: (value: string) => Promise<Answer>][] = [
  [
    "POST /products",
    "low_stock_mark",
    (low_stock_mark) => shop.post("/products", { sku: "S", name: "x", low_stock_mark }),
  ],
  [
    "PATCH /products/{id}",
    "low_stock_mark",
    (low_stock_mark) => shop.call("PATCH", `/products/${order.product_id}`, { body: { low_stock_mark } }),
  ],
  ["RECEIVED", "qty", stock("RECEIVED")],
  ["ADJUSTED", "qty", stock("ADJUSTED")],
  ["COUNTED", "qty", stock("COUNTED")],
  ["WRITTEN_OFF", "qty", stock("WRITTEN_OFF")],
  ["RESTORED", "qty", stock("RESTORED")],
  // A parcel that the order does not have is reported at the scanned code, or at the line.
  ["POST /pickpack/scan", "parcel code", bench("scan", (parcel) => ({ code: item.sku, parcel }))],
  ["POST /pickpack/short", "parcel position", bench("short", (parcel) => ({ ...line, parcel }))],
  ["POST /pickpack/short", "position", bench("short", (position) => ({ ...line, position }))],
  ["POST /pickpack/short", "qty", bench("short", (qty) => ({ ...line, qty }))],
  ["POST /pickpack/reopen", "parcel", bench("reopen", (parcel) => ({ parcel }))],
  ["POST /order/prints", "parcel", (parcel) => owner.post("/order/prints", { order_ids, document: "label", parcel })],
  ["POST /print-jobs", "per_page", (per_page) => owner.post("/print-jobs", { order_ids, paper: "A4", per_page })],
  ["POST /print-jobs", "start", (start) => owner.post("/print-jobs", { order_ids, paper: "A4", per_page: "4", start })],
  ["GET /orders", "limit", (limit) => shop.get(`/orders?${new URLSearchParams({ limit })}`)],
  ["GET /events", "wait", (wait) => shop.get(`/events?${new URLSearchParams({ wait })}`)],
];

it.each(FIELDS)("%s refuses them at %s", async (_operation, fields, send) => {
  for (const value of [...BEYOND, ...WRONG]) {
    const { status, entries } = await send(value);
    const named = entries.map(({ field }) => fields.split(" ").includes(field) || field);
    expect([value, status, named]).toEqual([value, 400, [true]]);
  }
});
