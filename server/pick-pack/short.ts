/** Units that the bench noted as missing from parcels, in the forms that stock, answers and announcements need. */
import { sql } from "kysely";
import type { ShortLine } from "@/lib/contracts/event";
import type { ShortReason } from "@/lib/warehouse/pickpack-status";
import { type Scope, within } from "@/server/db/scoped";
import type { Db, Tx } from "@/server/db/transaction";
import type { ShortStock } from "@/server/goods";
import { type OrderRow, packedQty, type StoredOrder } from "@/server/orders";
import { recordOrderEvent } from "@/server/webhooks";
import { type LoweredCod, mailOfShort } from "./mails";

type Note = { parcel: number; position: number; qty: string; reason: ShortReason; remarks: string | null };

/** The notes of an order that are not undone, the oldest first. */
async function currentNotes(db: Db, scope: Scope, orderId: string): Promise<Note[]> {
  const { rows } = await sql<Note>`
    select parcel, position, qty, reason, remarks from pick_pack_scans
    where ${within(scope)} and order_id = ${orderId}
      and kind = 'SHORT' and undone_at is null
    order by seq`.execute(db);
  return rows;
}

const BECOMES: Record<ShortReason, keyof ShortStock> = {
  OUT_OF_STOCK: "missing",
  MISSING: "missing",
  DAMAGED: "damaged",
  OTHERS: "released",
};

/** Short units of an order by the sku that was ordered. */
export async function shortStock(db: Db, scope: Scope, orderId: string): Promise<Map<string, ShortStock>> {
  const { rows } = await sql<{ sku: string; reason: ShortReason; units: string }>`
    select coalesce(i.sku, '') as sku, s.reason, sum(s.qty)::text as units from pick_pack_scans s
    join order_items i on i.account_id = s.account_id and i.environment = s.environment and i.order_id = s.order_id
      and i.parcel = s.parcel and i.position = s.position
    where ${within(scope, "s")} and s.order_id = ${orderId}
      and s.kind = 'SHORT' and s.undone_at is null
    group by i.sku, s.reason`.execute(db);
  const short = new Map<string, ShortStock>();
  for (const { sku, reason, units } of rows) {
    const own = short.get(sku) ?? { missing: 0n, damaged: 0n, released: 0n };
    own[BECOMES[reason]] += BigInt(units);
    short.set(sku, own);
  }
  return short;
}

/** The lines of an order that have units missing from their parcels (contract §7.3). */
export async function shortLines(db: Db, scope: Scope, order: StoredOrder): Promise<ShortLine[]> {
  const short = order.parcels.flatMap(({ items }) => items).filter(({ short_qty }) => BigInt(short_qty) > 0n);
  if (!short.length) return [];
  const notes = await currentNotes(db, scope, order.id);
  return short.map((item) => {
    const own = notes.filter((note) => note.parcel === item.parcel && note.position === item.position);
    // A line noted twice is reported with the reason of the larger note.
    const [main] = own.toSorted((a, b) => (BigInt(a.qty) < BigInt(b.qty) ? 1 : -1));
    return {
      sku: item.sku ?? "",
      name: item.description,
      ordered: item.qty,
      packed: String(packedQty(item)),
      reason: main?.reason ?? "OTHERS",
      note: own.flatMap(({ remarks }) => remarks ?? []).join("; "),
    };
  });
}

/**
 * Announces to the merchant that an order is sent with fewer units than ordered (contract §7.6): the event, and a mail
 * to the owners, in the transaction that makes it ready or that records its collection. `cod` is the COD amount if it
 * was lowered.
 */
export async function announceShort(
  tx: Tx,
  scope: Scope,
  order: OrderRow,
  lines: readonly ShortLine[],
  cod: LoweredCod | null,
): Promise<void> {
  if (!lines.length) return;
  await recordOrderEvent(tx, scope, "pickpack.short", order, {
    pickpack_status: "PICKPACK_READY_TO_SHIPMENT",
    short_list: [...lines],
  });
  await mailOfShort(tx, scope, order, lines, cod);
}
