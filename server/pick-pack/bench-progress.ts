import { type Selectable, sql } from "kysely";
import { type Scope, within } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import type { StoredOrder } from "@/server/orders";
import type { PickPackRow } from "./store";

export type ScanRow = Selectable<Tables["pick_pack_scans"]>;
/** A scan of a unit or a note of missing units; `label-scans.ts` reads scans of labels. */
export type UnitScan = ScanRow & { kind: "SCAN" | "SHORT" };

/** How far one item of one parcel is packed. */
export type BenchLine = {
  parcel: number;
  position: number;
  sku: string;
  barcode: string;
  qty: bigint;
  scanned: bigint;
  short: bigint;
};

/** The latest scans of an order that are not undone, the newest first. */
export async function latestScans(db: Db, scope: Scope, orderId: string, limit: number): Promise<UnitScan[]> {
  const { rows } = await sql<UnitScan>`
    select * from pick_pack_scans
    where ${within(scope)} and order_id = ${orderId} and undone_at is null
      and kind <> 'LABEL'
    order by seq desc limit ${limit}`.execute(db);
  return rows;
}

/** Every item of an order with its scans that are not undone, in the order of parcels and items. */
export async function progressOf(
  db: Db,
  scope: Scope,
  order: Pick<StoredOrder, "id" | "parcels">,
): Promise<BenchLine[]> {
  const { rows: sums } = await sql<Pick<ScanRow, "kind" | "parcel" | "position" | "qty">>`
    select kind, parcel, position, sum(qty)::text as qty from pick_pack_scans
    where ${within(scope)} and order_id = ${order.id} and undone_at is null
      and kind <> 'LABEL'
    group by kind, parcel, position`.execute(db);
  const lines = order.parcels.flatMap((parcel) =>
    parcel.items.map(
      (item): BenchLine => ({
        parcel: parcel.position,
        position: item.position,
        sku: item.sku ?? "",
        barcode: item.bar_code_eid ?? "",
        qty: BigInt(item.qty),
        scanned: 0n,
        short: 0n,
      }),
    ),
  );
  const byPlace = new Map(lines.map((line) => [`${line.parcel}/${line.position}`, line]));
  for (const { kind, parcel, position, qty } of sums) {
    const line = byPlace.get(`${parcel}/${position}`);
    if (line) line[kind === "SCAN" ? "scanned" : "short"] += BigInt(qty);
  }
  return lines;
}

/** Units of a line that are neither scanned nor noted as missing. */
export function openUnits({ qty, scanned, short }: BenchLine): bigint {
  return qty - scanned - short;
}

/** Whether every unit of a parcel is accounted for, which closes the parcel. */
export function isClosed(lines: readonly BenchLine[], parcel: number): boolean {
  return lines.every((line) => line.parcel !== parcel || openUnits(line) === 0n);
}

/**
 * The first parcel that is open or empty; null: all are packed. An order packed without the bench counts as complete.
 */
export async function unpackedParcel(
  db: Db,
  scope: Scope,
  row: PickPackRow,
  order: StoredOrder,
): Promise<number | null> {
  if (!row.packing_started_at) return null;
  const lines = await progressOf(db, scope, order);
  const isPacked = (parcel: number) =>
    isClosed(lines, parcel) && lines.some((line) => line.parcel === parcel && line.scanned > 0n);
  return order.parcels.find(({ position }) => !isPacked(position))?.position ?? null;
}
