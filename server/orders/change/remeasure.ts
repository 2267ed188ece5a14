import { sql } from "kysely";
import type { OrderInput } from "@/lib/contracts/order";
import { decimal, plain } from "@/lib/decimal";
import { catalogue, consignmentOfOrder } from "@/server/carriers";
import { type AccountContext, scopeOf } from "@/server/context";
import { type Scope, within } from "@/server/db/scoped";
import type { Tx } from "@/server/db/transaction";
import { effects } from "@/server/effects";
import { recordOrderEvent } from "@/server/webhooks";
import { priceToday } from "../create/pricing";
import { storedInput } from "../present";
import type { StoredOrder } from "../queries";
import { inputColumns, LABEL_CHANGED, type OrderPrice } from "../store";
import { changeOrder } from "./move";

/** Measures of a parcel: cm and kg. */
export type Measures = { length: string; width: string; height: string; act_weight: string };

/** An order with new measures, and the price for them. */
export type Remeasured = { input: OrderInput; measures: readonly Measures[]; price: OrderPrice };

/**
 * Prices an order by the new measures of its parcels, one for each parcel in order.
 * @throws ApiError 400470 or 400472 when the service does not take them
 */
export async function priceRemeasured(
  ctx: AccountContext,
  order: StoredOrder,
  measures: readonly Measures[],
): Promise<Remeasured> {
  const stored = storedInput(order);
  // Other fields are not judged again: a pickup day in the past, or a newer rule, must not keep the order in the
  // warehouse.
  const parcel_list = stored.shipment_detail.parcel_list.map((parcel, i) => ({ ...parcel, ...measures[i] }));
  const input = { ...stored, shipment_detail: { ...stored.shipment_detail, parcel_list } } as OrderInput;
  return {
    input,
    measures,
    price: priceToday(await catalogue(ctx), order.shipping_provider, consignmentOfOrder(input)),
  };
}

const equal = (one: string | null, two: string) => one !== null && decimal(one).eq(two);

const FIELDS = ["length", "width", "height", "act_weight"] as const;

const isAsBefore = (parcel: StoredOrder["parcels"][number], measured: Measures | undefined) =>
  FIELDS.every((field) => equal(parcel[field], measured?.[field] ?? "0"));

/** "30 × 20 × 10 cm, 2.3 kg". */
function formatMeasures({ length, width, height, act_weight }: StoredOrder["parcels"][number] | Measures): string {
  const sides = [length, width, height].flatMap((side) => (side === null ? [] : plain(side)));
  return `${sides.length === 3 ? `${sides.join(" × ")} cm, ` : ""}${plain(act_weight)} kg`;
}

/** So many parcels an adjustment's reason names; that of an order of many would be a page. */
const MOST_NAMED = 5;

/** What was measured: of each parcel that changed its measures before and now, in no language. */
function whatWasMeasured({ parcels }: StoredOrder, measures: readonly Measures[]): string {
  const lines = parcels.flatMap((parcel, i) => {
    const measured = measures[i];
    if (!measured || isAsBefore(parcel, measured)) return [];
    return `${parcels.length > 1 ? `#${i + 1}: ` : ""}${formatMeasures(parcel)} → ${formatMeasures(measured)}`;
  });
  return [...lines.slice(0, MOST_NAMED), ...(lines.length > MOST_NAMED ? [`+ ${lines.length - MOST_NAMED}`] : [])].join(
    "; ",
  );
}

/** Whether the label stays the same; it shows weights and sizes. */
function isSame(
  { parcels, chargeable_weight }: StoredOrder,
  measures: readonly Measures[],
  price: OrderPrice,
): boolean {
  return (
    equal(chargeable_weight, price.chargeableWeight) && parcels.every((parcel, i) => isAsBefore(parcel, measures[i]))
  );
}

/**
 * Writes the new measures, within the transaction that has locked the order; the declared ones are kept in their own
 * columns. The same measures at the same price change and announce nothing (contract §6.2).
 */
export async function writeRemeasured(
  tx: Tx,
  ctx: AccountContext,
  order: StoredOrder,
  { input, measures, price }: Remeasured,
): Promise<void> {
  const isLabelSame = isSame(order, measures, price);
  if (isLabelSame && equal(order.quote_price, price.price)) return;
  const scope: Scope = scopeOf(ctx);
  await changeOrder(tx, scope, order.id, {
    ...inputColumns(input, price),
    declared_price: sql`coalesce(declared_price, quote_price)`,
    ...(isLabelSame ? {} : LABEL_CHANGED),
  });
  const rows = measures.map((measured, index) => ({ position: index + 1, ...measured }));
  // Once filled, declared_act_weight is never null, so it also protects the other three.
  await sql`
    update order_parcels p set
      declared_length = case when declared_act_weight is null then p.length else declared_length end,
      declared_width = case when declared_act_weight is null then p.width else declared_width end,
      declared_height = case when declared_act_weight is null then p.height else declared_height end,
      declared_act_weight = coalesce(declared_act_weight, p.act_weight),
      length = packed.length, width = packed.width, height = packed.height, act_weight = packed.act_weight
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as packed (position int, length numeric, width numeric, height numeric, act_weight numeric)
    where ${within(scope, "p")} and order_id = ${order.id}
      and p.position = packed.position`.execute(tx);
  await effects.remeasured(tx, ctx, {
    id: order.id,
    before: {
      price: order.quote_price,
      chargeableWeight: order.chargeable_weight,
      breakdown: order.price_breakdown,
    },
    now: price,
    measured: whatWasMeasured(order, measures),
  });
  await recordOrderEvent(tx, scope, "order.updated", order, {});
}
