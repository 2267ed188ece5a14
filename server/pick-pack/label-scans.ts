import { sql } from "kysely";
import { type Scope, within } from "@/server/db/scoped";
import type { Db, Tx } from "@/server/db/transaction";
import type { StoredOrder } from "@/server/orders";

/** The parcels of an order whose present label was scanned (contract §7.8). */
export async function scannedLabels(db: Db, scope: Scope, orderId: string): Promise<Set<number>> {
  const { rows } = await sql<{ parcel: number }>`
    select distinct parcel from pick_pack_scans
    where ${within(scope)} and order_id = ${orderId}
      and kind = 'LABEL' and undone_at is null`.execute(db);
  return new Set(rows.map(({ parcel }) => parcel));
}

/** The parcels whose label still has to be scanned. An order with one parcel needs no scan of its label. */
export async function unscannedLabels(db: Db, scope: Scope, order: StoredOrder): Promise<number[]> {
  if (order.parcels.length < 2) return [];
  const scanned = await scannedLabels(db, scope, order.id);
  return order.parcels.map(({ position }) => position).filter((position) => !scanned.has(position));
}

/** Discards the label scans of these parcels, or of all: the labels must be scanned again. */
export async function endLabelScans(tx: Tx, scope: Scope, orderId: string, parcels?: readonly number[]): Promise<void> {
  await sql`
    update pick_pack_scans set undone_at = now()
    where ${within(scope)} and order_id = ${orderId} and kind = 'LABEL' and undone_at is null
      ${parcels ? sql`and parcel = any(${[...parcels]}::int[])` : sql``}`.execute(tx);
}
