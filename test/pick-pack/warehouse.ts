import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Environment } from "@/lib/environment";
import type { PickPackStatus } from "@/lib/warehouse/pickpack-status";
import { clientOf, created, localOrder, type Merchant, merchant, testDb } from "../factories";
import type { Answer, Api } from "../http";

let serial = 0;

/** A merchant with pick-and-pack and a warehouse client that serves every account. */
export async function warehouse(environment: Environment = "testing"): Promise<{ shop: Merchant; staff: Api }> {
  return { shop: await merchant({ pickPack: true }), staff: await clientOf("warehouse", null, environment) };
}

export type Item = { sku: string; bar_code_eid: string; qty?: string };

/** A sku and barcode that no other test has. */
export function freshItem(qty = "1"): Item {
  serial++;
  // As long as the others: lists are sorted by SKU.
  const number = `${process.pid}-${String(serial).padStart(5, "0")}`;
  return { sku: `SKU-${number}`, bar_code_eid: `BAR-${number}`, qty };
}

/** A confirmed local order of items, one list per parcel. */
export function orderOf(...parcels: Item[][]) {
  return localOrder({
    shipment_detail: {
      package_type: "parcel",
      consignment_declaration: "Outdoor goods",
      parcel_list: parcels.map((items) => ({
        act_weight: "2.3",
        length: "30",
        width: "20",
        height: "15",
        parcel_items: items.map(({ sku, bar_code_eid, qty = "1" }) => ({
          name: `Goods ${sku}`,
          qty,
          single_value: "120.00",
          sku,
          bar_code_eid,
        })),
      })),
    },
  });
}

/** Makes a product with stock; returns its id. */
export async function stocked(
  { shop, staff }: { shop: Merchant; staff: Api },
  item: Item,
  units: string,
  change: object = {},
  environment: Environment = "testing",
): Promise<string> {
  const { sku, bar_code_eid } = item;
  const made = await shop[environment].post("/products", { sku, bar_code_eid, name: `Goods ${sku}`, ...change });
  if (made.status !== 200) throw new Error(`no product: ${JSON.stringify(made.body)}`);
  const id: string = made.body.data.product_id;
  if (units !== "0") {
    const received = await staff.post(`/products/${id}/stock`, { kind: "RECEIVED", qty: units }, naming(shop));
    if (received.status !== 200) throw new Error(`no stock: ${JSON.stringify(received.body)}`);
  }
  return id;
}

/** Names the account that staff act on. */
export function naming({ accountId }: { accountId: string }) {
  return { headers: { "x-account-id": accountId } };
}

/** Units of a product on hand and reserved. */
export async function stockOf(client: Api, id: string): Promise<[onHand: string, reserved: string]> {
  const { on_hand, reserved } = (await client.get(`/products/${id}`)).body.data;
  return [on_hand, reserved];
}

/** Returns the answer, or throws an error that shows it. */
export function must(answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

/** An order in a pick-and-pack state, with the stock it needs, made by the API's own moves. */
export async function orderIn(
  place: { shop: Merchant; staff: Api },
  status: PickPackStatus,
  item: Item = freshItem("2"),
): Promise<{ order_id: string; tracking_number: string; product_id: string }> {
  const product_id = await stocked(place, item, "5");
  const { order_id, tracking_number } = await created(place.shop.testing, orderOf([item]));
  const move = async (name: string, body: object = {}) =>
    must(await place.staff.post(`/pickpack/${name}`, { order_id, ...body }));
  if (status === "PICKPACK_CONFIRMED" || status === "PICKPACK_READY_TO_SHIPMENT") await move("confirm");
  if (status === "PICKPACK_READY_TO_SHIPMENT") await move("ready");
  if (status === "PICKPACK_CANCELLED") await move("cancel");
  if (status === "PICKPACK_REJECTED") await move("reject", { reject_type: "OTHERS", reject_reason: "Damaged" });
  return { order_id, tracking_number, product_id };
}

/** Scans every item of an order at the bench; `missing` has units by sku, which are noted as missing instead. */
export async function packAll(
  staff: Api,
  order: { order_id: string },
  missing: Record<string, { units: number; reason: string; remarks?: string }> = {},
): Promise<void> {
  const { order_id } = order;
  const { parcel_list } = must(await staff.post("/pickpack/start", { order_id })).body.data;
  for (const { parcel, item_list } of parcel_list)
    for (const { position, sku, qty } of item_list) {
      const { units = 0, ...note } = missing[sku] ?? {};
      const place = { order_id, parcel: String(parcel) };
      for (let unit = units; unit < Number(qty); unit++)
        must(await staff.post("/pickpack/scan", { ...place, scan_id: randomUUID(), code: sku }));
      if (units) {
        const body = { ...place, position: String(position), qty: String(units), scan_id: randomUUID(), ...note };
        must(await staff.post("/pickpack/short", body));
      }
    }
}

/** Scans the label of each parcel of an order that is packed. */
export async function scanLabels(staff: Api, { order_id }: { order_id: string }): Promise<void> {
  const { parcel_list } = must(await staff.get(`/pickpack/bench/${order_id}`)).body.data;
  for (const { tracking_number: code } of parcel_list)
    must(await staff.post("/pickpack/label", { order_id, scan_id: randomUUID(), code }));
}

/** Products whose stock is not the sum of their movements. */
export async function ledgerGaps(): Promise<object[]> {
  const { rows } = await sql<object>`
    select p.id, p.on_hand, p.reserved, p.missing, p.damaged, coalesce(sum(m.on_hand_change), 0) as moved,
      coalesce(sum(m.reserved_change), 0) as held
    from products p left join stock_movements m
      on m.account_id = p.account_id and m.environment = p.environment and m.product_id = p.id
    group by p.account_id, p.environment, p.id
    having p.on_hand <> coalesce(sum(m.on_hand_change), 0) or p.reserved <> coalesce(sum(m.reserved_change), 0)
      or p.missing <> coalesce(sum(m.missing_change), 0) or p.damaged <> coalesce(sum(m.damaged_change), 0)`.execute(
    await testDb(),
  );
  return rows;
}
