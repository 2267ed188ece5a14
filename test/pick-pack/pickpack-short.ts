import { sql } from "kysely";
import { beforeAll } from "vitest";
import { readPdf } from "../documents/read-pdf";
import { clientOf, created, type Merchant, testDb } from "../factories";
import type { Api } from "../http";
import { freshItem, type Item, must, naming, orderOf, packAll, stocked, warehouse } from "./warehouse";

/** The warehouse with its merchant, of the test file that runs now. */
export let place: { shop: Merchant; staff: Api };
export let shop: Merchant;
export let staff: Api;
export let carrier: Api;

/** Makes a merchant with a warehouse for the file. */
export function withWarehouse(): void {
  beforeAll(async () => {
    place = await warehouse();
    ({ shop, staff } = place);
    carrier = await clientOf("carrier", null);
  });
}

export type Order = { order_id: string; tracking_number: string };
export const SHORT = { confirm_short: "Y" };
export const ready = ({ order_id }: Order, body: object = SHORT) =>
  staff.post("/pickpack/ready", { order_id, ...body });
export const reopen = ({ order_id }: Order) => staff.post("/pickpack/reopen", { order_id });
export const detail = async ({ order_id }: Order) =>
  must(await shop.testing.get(`/pickpack/detail/${order_id}`)).body.data.order;
export const record = async ({ order_id }: Order) =>
  must(await shop.testing.get(`/order/detail/${order_id}`)).body.data;
export const productOf = async (id: string) => must(await shop.testing.get(`/products/${id}`)).body.data;
/** [on_hand, reserved, missing, damaged] */
export const stockOf = async (id: string) => {
  const { on_hand, reserved, missing, damaged } = await productOf(id);
  return [on_hand, reserved, missing, damaged].map(Number);
};
export const change = (id: string, body: object) => staff.post(`/products/${id}/stock`, body, naming(shop));
export const eventsOf = async ({ order_id }: Order) => {
  const { rows } = await sql<{ event: string; body: string }>`
    select event, body from events where order_id = ${order_id} order by created_at, id`.execute(await testDb());
  return rows.map(({ event, body }) => ({ event, data: JSON.parse(body).data }));
};
export const mailsOf = async (to: string, order: Order) => {
  const { rows } = await sql<{ subject: string; body_text: string }>`
    select subject, body_text from mails where recipient = ${to} and subject like ${`%${order.order_id}%`}
    order by id`.execute(await testDb());
  return rows;
};
export const textOf = async ({ order_id }: Order, type: string, client = shop.testing) => {
  const { related_documents } = must(await client.get(`/order/documents/${order_id}?type=${type}`)).body.data;
  const content = related_documents[0]?.content;
  return content
    ? readPdf(Buffer.from(content, "base64"))
        .map(({ text }) => text)
        .join("\n")
    : null;
};

/** A confirmed order of these items, and the ids of its products, with a stock of 10 each. */
export async function confirmed(
  items: Item[],
  body: object = orderOf(items),
): Promise<{ order: Order; ids: string[] }> {
  const ids: string[] = [];
  for (const item of items) ids.push(await stocked(place, item, "10"));
  const order = await created(shop.testing, body);
  must(await staff.post("/pickpack/confirm", { order_id: order.order_id }));
  return { order, ids };
}

/** An order of three bottles and a cup of which one bottle was noted as missing at the bench. */
export async function oneShort(reason = "MISSING", body?: (items: Item[]) => object) {
  const items = [freshItem("3"), freshItem("1")];
  const { order, ids } = await confirmed(items, body?.(items));
  const [bottle, cup] = items as [Item, Item];
  const remarks = reason === "OTHERS" ? { remarks: "Sold by hand" } : {};
  await packAll(staff, order, { [bottle.sku]: { units: 1, reason, ...remarks } });
  return { order, id: ids[0] as string, bottle, cup };
}
