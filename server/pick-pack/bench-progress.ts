import { type Selectable, sql } from "kysely";
import type { Db, Scope } from "@/server/context";
import type { Tables } from "@/server/db/types";
import type { StoredOrder } from "@/server/orders";
import type { PickPackRow } from "./store";

export type ScanRow = Selectable<Tables["pick_pack_scans"]>;

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

/** The latest scans of an order that stand, the newest first. */
export async function latestScans(db: Db, scope: Scope, orderId: string, limit: number): Promise<ScanRow[]> {
  const { rows } = await sql<ScanRow>`
    select * from pick_pack_scans
    where account_id = ${scope.accountId} and environment = ${scope.environment} and order_id = ${orderId} and undone_at is null
    order by seq desc limit ${limit}`.execute(db);
  return rows;
}

/** Every item of an order with what was scanned of it and stands, in the order of parcels and items. */
export async function progressOf(
  db: Db,
  scope: Scope,
  order: Pick<StoredOrder, "id" | "parcels">,
): Promise<BenchLine[]> {
  const { rows: sums } = await sql<Pick<ScanRow, "kind" | "parcel" | "position" | "qty">>`
    select kind, parcel, position, sum(qty)::text as qty from pick_pack_scans
    where account_id = ${scope.accountId} and environment = ${scope.environment} and order_id = ${order.id} and undone_at is null
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

/** Whether every unit of a parcel is accounted for: that closes it. */
export function isClosed(lines: readonly BenchLine[], parcel: number): boolean {
  return lines.every((line) => line.parcel !== parcel || openUnits(line) === 0n);
}

/**
 * What the bench says of an order that is to be made ready: the first parcel that is open or empty, and the units that
 * were noted as missing, by sku. Packed without the bench, all is taken to be in.
 */
export async function packedUnits(
  db: Db,
  scope: Scope,
  row: PickPackRow,
  order: StoredOrder,
): Promise<{ unpacked: number | null; missing: Map<string, bigint> }> {
  const missing = new Map<string, bigint>();
  if (!row.packing_started_at) return { unpacked: null, missing };
  const lines = await progressOf(db, scope, order);
  for (const { sku, short } of lines) if (short > 0n) missing.set(sku, (missing.get(sku) ?? 0n) + short);
  const isPacked = (parcel: number) =>
    isClosed(lines, parcel) && lines.some((line) => line.parcel === parcel && line.scanned > 0n);
  const unpacked = order.parcels.find(({ position }) => !isPacked(position));
  return { unpacked: unpacked?.position ?? null, missing };
}
