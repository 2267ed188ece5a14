import { sql } from "kysely";
import { type OrderInput, orderInput } from "@/lib/contracts/order";
import { memberFor } from "@/lib/contracts/problems";
import { catalogue, consignmentOfOrder } from "@/server/carriers";
import { type AccountContext, type Scope, scopeOf, type Tx } from "@/server/context";
import { storedInput } from "./change";
import { priceToday } from "./pricing";
import type { StoredOrder } from "./queries";
import { inputColumns, type OrderPrice } from "./store";

/** What a parcel measures: cm and kg. */
export type Measures = { length: string; width: string; height: string; act_weight: string };

/** An order with new measures, priced by them. */
export type Remeasured = { input: OrderInput; measures: readonly Measures[]; price: OrderPrice };

/**
 * Prices an order by what its parcels measure now; one each, in their order.
 * @throws ApiError 400470 or 400472 when the service does not take them so
 */
export async function priceRemeasured(
  ctx: AccountContext,
  order: StoredOrder,
  measures: readonly Measures[],
): Promise<Remeasured> {
  const body = storedInput(order) as { shipment_detail: { parcel_list: object[] } };
  body.shipment_detail.parcel_list = body.shipment_detail.parcel_list.map((parcel, i) => ({
    ...parcel,
    ...measures[i],
  }));
  // Its other fields were judged when it was confirmed; a pickup day that is over must not keep a parcel in the warehouse.
  const input = memberFor(orderInput, body).parse(body) as OrderInput;
  return {
    input,
    measures,
    price: priceToday(await catalogue(ctx), order.shipping_provider, consignmentOfOrder(input)),
  };
}

/** Writes them, within the transaction that has locked the order; what was declared is kept beside them. */
export async function writeRemeasured(
  tx: Tx,
  ctx: AccountContext,
  order: StoredOrder,
  { input, measures, price }: Remeasured,
): Promise<void> {
  const scope: Scope = scopeOf(ctx);
  const numbers = order.parcels.map((parcel) => parcel.tracking_number ?? "");
  await tx
    .updateTable("orders")
    .set({
      ...inputColumns(scope, order.id, input, numbers, price),
      declared_price: sql`coalesce(declared_price, quote_price)`,
      updated_at: new Date(),
      revision: order.revision + 1,
    })
    .where("account_id", "=", scope.accountId)
    .where("environment", "=", scope.environment)
    .where("id", "=", order.id)
    .execute();
  const rows = measures.map((measured, index) => ({ position: index + 1, ...measured }));
  // Once filled, declared_act_weight is never null: the other three are kept with it.
  await sql`
    update order_parcels p set
      declared_length = case when declared_act_weight is null then p.length else declared_length end,
      declared_width = case when declared_act_weight is null then p.width else declared_width end,
      declared_height = case when declared_act_weight is null then p.height else declared_height end,
      declared_act_weight = coalesce(declared_act_weight, p.act_weight),
      length = packed.length, width = packed.width, height = packed.height, act_weight = packed.act_weight
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as packed (position int, length numeric, width numeric, height numeric, act_weight numeric)
    where account_id = ${scope.accountId} and environment = ${scope.environment} and order_id = ${order.id}
      and p.position = packed.position`.execute(tx);
}
