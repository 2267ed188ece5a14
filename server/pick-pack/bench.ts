import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/pickpack-bench";
import type { Bench, ScanRefusal } from "@/lib/contracts/pickpack-bench";
import { type ApiError, invalid, notFound, type Problem } from "@/lib/errors";
import { matchScan } from "@/lib/scan-match";
import { actorNames } from "@/server/accounts";
import { catalogue } from "@/server/carriers";
import { type AccountContext, actorOf, scopeOf, type Tx, withTransaction } from "@/server/context";
import { batteryMarks } from "@/server/documents";
import { isCancelRequested, loadOrders, readOrder, type StoredOrder } from "@/server/orders";
import { type BenchLine, isClosed, latestScans, openUnits, progressOf, type ScanRow } from "./bench-progress";
import { locationsOf } from "./locations";
import { findPickPack, lockPickPack, type PickPackRow, updatePickPack } from "./store";

/** As many of the latest scans as the bench is told. */
const LATEST_SCANS = 50;

function warningOf(row: PickPackRow, order: StoredOrder): Bench["warning"] {
  if (row.status === "PICKPACK_REJECTED") return "REJECTED";
  if (row.status === "PICKPACK_CANCELLED" || order.status === "CANCELLED") return "CANCELLED";
  return isCancelRequested(order) ? "CANCEL_REQUESTED" : null;
}

/** How far an order is packed, for going on after a reload too. @throws ApiError NOT_FOUND */
export async function readBench(ctx: AccountContext, input: { order_id: string }): Promise<Bench> {
  return benchOf(ctx, await readOrder(ctx, input.order_id));
}

/** The same of an order that is read already: it may have thousands of items. */
async function benchOf(ctx: AccountContext, order: StoredOrder): Promise<Bench> {
  const scope = scopeOf(ctx);
  const row = await findPickPack(ctx.db, scope, order.id);
  if (!row) throw notFound();
  const lines = await progressOf(ctx.db, scope, order);
  const byParcel = new Map(order.parcels.map(({ position }): [number, BenchLine[]] => [position, []]));
  for (const line of lines) byParcel.get(line.parcel)?.push(line);
  const skus = [...new Set(lines.map(({ sku }) => sku))];
  const places = await locationsOf(ctx.db, scope, order.id, skus);
  const carriers = await catalogue(ctx);
  const latest = await latestScans(ctx.db, scope, order.id, LATEST_SCANS);
  const names = await actorNames(ctx.db, [row.packed_by, ...latest.map(({ actor }) => actor)]);
  return {
    order_id: order.id,
    customer_eid: order.account_id,
    customer_name: ctx.account.name,
    status: row.status,
    order_status: order.status,
    warning: warningOf(row, order),
    cancel_remarks: isCancelRequested(order) ? order.cancel_remarks : null,
    is_require_repack: row.is_require_repack ? "Y" : "N",
    tracking_number: order.tracking_number ?? "",
    shipping_provider: order.shipping_provider,
    courier_company: carriers.nameOf(order.shipping_provider, ctx.language),
    recipient_name: order.recipient_name,
    consignment_remarks: order.shipment.consignment_remarks ?? null,
    wave_id: row.wave_id,
    packing_start_time: row.packing_started_at ? hongKongIso(row.packing_started_at) : null,
    packed_by: row.packed_by && (names.get(row.packed_by) ?? row.packed_by),
    is_complete: lines.every((line) => openUnits(line) === 0n),
    parcel_list: order.parcels.map((parcel) => {
      // In the order of its items.
      const own = byParcel.get(parcel.position) ?? [];
      return {
        parcel: parcel.position,
        tracking_number: parcel.tracking_number ?? "",
        length: parcel.length ?? "",
        width: parcel.width ?? "",
        height: parcel.height ?? "",
        act_weight: parcel.act_weight,
        battery_label_types: batteryMarks(order, parcel).join(","),
        is_closed: isClosed(own, parcel.position),
        item_list: parcel.items.map((item, index) => ({
          position: item.position,
          description: item.description,
          sku: item.sku ?? "",
          bar_code_eid: item.bar_code_eid ?? "",
          warehouse_location: places.get(item.sku ?? "") ?? null,
          qty: item.qty,
          scanned: String(own[index]?.scanned ?? 0n),
          short: String(own[index]?.short ?? 0n),
        })),
      };
    }),
    scan_list: latest.map((scan) => presentScan(scan, names.get(scan.actor) ?? scan.actor)),
  };
}

function presentScan(scan: ScanRow, by: string): Bench["scan_list"][number] {
  return {
    scan_id: scan.scan_id,
    kind: scan.kind,
    parcel: scan.parcel,
    position: scan.position,
    qty: scan.qty,
    reason: scan.reason,
    remarks: scan.remarks,
    by,
    time: hongKongIso(scan.scanned_at),
  };
}

type Packing = { tx: Tx; row: PickPackRow; order: StoredOrder };

/**
 * Runs work of the bench on an order that is being packed, its row locked: one hand at a time. Answers how far it is then,
 * with what the work found. @throws ApiError NOT_FOUND; 400480 when the order is not confirmed
 */
async function packing<T>(
  ctx: AccountContext,
  orderId: string,
  work: (packing: Packing) => Promise<T>,
): Promise<[Bench, T]> {
  const scope = scopeOf(ctx);
  const [order, done] = await withTransaction(ctx.db, async (tx) => {
    const row = await lockPickPack(tx, scope, orderId);
    const [order] = row ? await loadOrders(tx, scope, [row.order_id]) : [];
    if (!row || !order) throw notFound();
    if (row.status !== "PICKPACK_CONFIRMED")
      throw invalid({
        path: ["order_id"],
        key: "pickPackNotPacking",
        params: { status: row.status },
        reason: "PICKPACK_TRANSITION_INVALID",
      });
    if (!row.packing_started_at)
      await updatePickPack(tx, scope, row.order_id, { packing_started_at: new Date(), packed_by: actorOf(ctx) });
    return [order, await work({ tx, row, order })] as const;
  });
  return [await benchOf(ctx, order), done];
}

/** Begins to pack an order, or goes on. @throws ApiError NOT_FOUND, 400480 */
export async function startPacking(ctx: AccountContext, input: InputOf<typeof contracts.startPacking>): Promise<Bench> {
  const [bench] = await packing(ctx, input.order_id, async () => {});
  return bench;
}

/** A scan with this id, whether it stands or was taken back. */
function knownScan(ctx: AccountContext, { tx, row }: Packing, scanId: string): Promise<ScanRow | undefined> {
  const scope = scopeOf(ctx);
  return tx
    .selectFrom("pick_pack_scans")
    .selectAll()
    .where("account_id", "=", scope.accountId)
    .where("environment", "=", scope.environment)
    .where("order_id", "=", row.order_id)
    .where("scan_id", "=", scanId)
    .executeTakeFirst();
}

type NewScan = Pick<ScanRow, "scan_id" | "kind" | "parcel" | "position" | "qty" | "reason" | "remarks">;

async function insertScan(ctx: AccountContext, { tx, row }: Packing, scan: NewScan): Promise<void> {
  const { accountId, environment } = scopeOf(ctx);
  const place = { account_id: accountId, environment, order_id: row.order_id };
  await tx
    .insertInto("pick_pack_scans")
    .values({ ...place, ...scan, actor: actorOf(ctx) })
    .execute();
}

function refusedScan(result: ScanRefusal, code: string, line?: BenchLine): ApiError {
  const problem: Pick<Problem, "key" | "params"> =
    result === "WRONG_PARCEL" && line
      ? { key: "scanWrongParcel", params: { code, parcel: line.parcel } }
      : { key: result === "WRONG_ITEM" ? "scanWrongItem" : "scanTooMany", params: { code } };
  return invalid({ path: ["code"], ...problem, extra: { scan_result: result } });
}

/** The line that a scanned code fills. @throws ApiError 400 whose entry tells `scan_result` */
function lineFor(lines: readonly BenchLine[], code: string, parcel: number | null): BenchLine {
  const targets = lines.map((line) => ({ ...line, line, open: openUnits(line) }));
  const { refusal, target } = matchScan(targets, code, parcel);
  if (refusal !== null) throw refusedScan(refusal, code, target?.line);
  return target.line;
}

/**
 * Counts one unit into its parcel; the same scan again counts nothing. A wrong item, or one too many, is refused and
 * nothing is recorded. @throws ApiError NOT_FOUND, 400480, a 400 whose entry tells `scan_result`
 */
export async function scanItem(
  ctx: AccountContext,
  input: InputOf<typeof contracts.scanItem>,
): Promise<DataOf<typeof contracts.scanItem>> {
  const scope = scopeOf(ctx);
  const [bench, done] = await packing(ctx, input.order_id, async (at) => {
    const known = await knownScan(ctx, at, input.scan_id);
    if (known)
      return { result: "REPEATED" as const, parcel: known.parcel, position: known.position, has_closed_parcel: false };
    const lines = await progressOf(at.tx, scope, at.order);
    const line = lineFor(lines, input.code, input.parcel === undefined ? null : Number(input.parcel));
    const { parcel, position } = line;
    await insertScan(ctx, at, {
      scan_id: input.scan_id,
      kind: "SCAN",
      parcel,
      position,
      qty: "1",
      reason: null,
      remarks: null,
    });
    line.scanned++;
    return { result: "COUNTED" as const, parcel, position, has_closed_parcel: isClosed(lines, parcel) };
  });
  return { ...bench, ...done };
}

/** Notes that units of an item are missing, with the reason. @throws ApiError NOT_FOUND, 400480 */
export async function noteShort(ctx: AccountContext, input: InputOf<typeof contracts.noteShort>): Promise<Bench> {
  const scope = scopeOf(ctx);
  const [parcel, position] = [Number(input.parcel), Number(input.position)];
  const [bench] = await packing(ctx, input.order_id, async (at) => {
    if (await knownScan(ctx, at, input.scan_id)) return;
    const lines = await progressOf(at.tx, scope, at.order);
    const line = lines.find((each) => each.parcel === parcel && each.position === position);
    if (!line) throw invalid({ path: ["position"], key: "parcelUnknown" });
    const open = openUnits(line);
    const units = input.qty === undefined ? open : BigInt(input.qty);
    if (units > open || units === 0n)
      throw invalid({ path: ["qty"], key: "shortTooMany", params: { max: String(open) } });
    await insertScan(ctx, at, {
      scan_id: input.scan_id,
      kind: "SHORT",
      parcel,
      position,
      qty: String(units),
      reason: input.reason,
      remarks: input.remarks || null,
    });
  });
  return bench;
}

async function takeBack(ctx: AccountContext, { tx, row }: Packing, which: { scan_id: string } | { parcel: number }) {
  const scope = scopeOf(ctx);
  const [column, value] =
    "scan_id" in which ? (["scan_id", which.scan_id] as const) : (["parcel", which.parcel] as const);
  await tx
    .updateTable("pick_pack_scans")
    .set({ undone_at: new Date() })
    .where("account_id", "=", scope.accountId)
    .where("environment", "=", scope.environment)
    .where("order_id", "=", row.order_id)
    .where(column, "=", value)
    .where("undone_at", "is", null)
    .execute();
}

/** Takes a scan or a note of missing units back; again changes nothing. @throws ApiError NOT_FOUND, 400480 */
export async function undoScan(ctx: AccountContext, input: InputOf<typeof contracts.undoScan>): Promise<Bench> {
  const [bench] = await packing(ctx, input.order_id, async (at) => {
    if (!(await knownScan(ctx, at, input.scan_id))) throw notFound();
    await takeBack(ctx, at, { scan_id: input.scan_id });
  });
  return bench;
}

/** Unpacks a parcel: all that was scanned for it is taken back. @throws ApiError NOT_FOUND, 400480 */
export async function reopenParcel(ctx: AccountContext, input: InputOf<typeof contracts.reopenParcel>): Promise<Bench> {
  const parcel = Number(input.parcel);
  const [bench] = await packing(ctx, input.order_id, async (at) => {
    if (!at.order.parcels.some(({ position }) => position === parcel))
      throw invalid({ path: ["parcel"], key: "parcelUnknown" });
    await takeBack(ctx, at, { parcel });
  });
  return bench;
}
