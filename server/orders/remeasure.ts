import { type OrderInput, orderInput } from "@/lib/contracts/order";
import { memberFor } from "@/lib/contracts/problems";
import { catalogue, consignmentOfOrder } from "@/server/carriers";
import { type AccountContext, type Scope, scopeOf, type Tx } from "@/server/context";
import { storedInput } from "./change";
import { priceToday } from "./pricing";
import type { StoredOrder } from "./queries";
import { inputColumns, type OrderPrice, replaceParcels } from "./store";

/** What a parcel measures: cm and kg. */
export type Measures = { length: string; width: string; height: string; act_weight: string };

/** An order with new measures, priced by them. */
export type Remeasured = { input: OrderInput; price: OrderPrice };

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
  return { input, price: priceToday(await catalogue(ctx), order.shipping_provider, consignmentOfOrder(input)) };
}

/** Writes them, within the transaction that has locked the order. */
export async function writeRemeasured(
  tx: Tx,
  ctx: AccountContext,
  order: StoredOrder,
  { input, price }: Remeasured,
): Promise<void> {
  const scope: Scope = scopeOf(ctx);
  const numbers = order.parcels.map((parcel) => parcel.tracking_number ?? "");
  await tx
    .updateTable("orders")
    .set({
      ...inputColumns(scope, order.id, input, numbers, price),
      updated_at: new Date(),
      revision: order.revision + 1,
    })
    .where("account_id", "=", scope.accountId)
    .where("environment", "=", scope.environment)
    .where("id", "=", order.id)
    .execute();
  await replaceParcels(tx, scope, order.id, input, numbers);
}
