import { type RawBuilder, type SqlBool, sql } from "kysely";
import { decimal } from "@/lib/decimal";
import { type Scope, scoped, within } from "@/server/db/scoped";
import type { Tx } from "@/server/db/transaction";
import { recordOrderEvent } from "@/server/webhooks";
import type { OrderRow, StoredOrder } from "../queries";
import { LABEL_CHANGED } from "../store";
import { changeOrder } from "./move";

/** Units of a line that are in the parcel. */
export function packedQty({
  qty,
  short_qty: short,
}: Pick<StoredOrder["parcels"][number]["items"][number], "qty" | "short_qty">): bigint {
  return BigInt(qty) - BigInt(short);
}

/** Whether units of an order are known to be missing from its parcels. */
function isShort({ parcels }: Pick<StoredOrder, "parcels">): boolean {
  return parcels.some(({ items }) => items.some(({ short_qty }) => BigInt(short_qty) > 0n));
}

/**
 * The order as it is in its parcels: without the units, and the lines, that were packed short. Every paper and every
 * answer about parcels uses this (contract §7.4); what the merchant ordered stays in the order.
 */
export function asPacked(order: StoredOrder): StoredOrder {
  if (!isShort(order)) return order;
  return {
    ...order,
    parcels: order.parcels.map((parcel) => ({
      ...parcel,
      items: parcel.items.flatMap((item) => {
        const packed = packedQty(item);
        return packed > 0n ? [{ ...item, qty: String(packed), short_qty: "0" }] : [];
      }),
    })),
  };
}

/** Units of a line that are not in its parcel. */
export type ShortUnits = { parcel: number; position: number; units: string };

/** Writes how many units of lines are not in their parcels, within the transaction that has locked the order. */
export async function writeShort(tx: Tx, scope: Scope, orderId: string, lines: readonly ShortUnits[]): Promise<void> {
  await sql`
    update order_items i set short_qty = s.units
    from json_to_recordset(${JSON.stringify(lines)}::json) as s (parcel int, position int, units bigint)
    where ${within(scope, "i")} and i.order_id = ${orderId}
      and i.parcel = s.parcel and i.position = s.position`.execute(tx);
}

/** Records that a label of an order has changed: earlier prints no longer count. */
export async function noteLabelChange(tx: Tx, scope: Scope, orderId: string): Promise<void> {
  await scoped(tx, scope).updateTable("orders").set(LABEL_CHANGED).where("id", "=", orderId).execute();
}

/**
 * The statement that marks labels as printed: for the orders `o` that have a row `l` in `rows` with their order_id, if
 * `isPrinted` holds. The documents module decides what counts as printed (contract §5.4).
 */
export function markPrintedSql(
  scope: Scope,
  rows: RawBuilder<unknown>,
  isPrinted: RawBuilder<SqlBool>,
): RawBuilder<unknown> {
  return sql`
    update orders o set is_label_printed = true from ${rows}
    where ${within(scope, "o")} and o.id = l.order_id
      and not o.is_label_printed and ${isPrinted}`;
}

/**
 * Lowers what the courier of a COD order collects, because units are missing (contract §7.5), or with null restores
 * what the merchant asked for. Price and insurance stay; the label changes. For transactions that have locked the
 * order.
 */
export async function changeCod(tx: Tx, scope: Scope, order: OrderRow, amount: string | null): Promise<void> {
  // With nothing to collect, it is no longer a COD order.
  const isCod = amount === null || decimal(amount).gt(0);
  const cod = JSON.stringify({ cod: isCod ? "Y" : "N" });
  await changeOrder(tx, scope, order.id, {
    declared_cod_amount: amount === null ? null : sql`coalesce(declared_cod_amount, cod_amount)`,
    cod_amount: amount === null ? sql`declared_cod_amount` : isCod ? amount : null,
    options: sql`options || ${cod}::jsonb`,
    ...LABEL_CHANGED,
  });
  await recordOrderEvent(tx, scope, "order.updated", order, {});
}
