import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/pickpack-bench";
import type { Bench, LabelRefusal, ScanRefusal } from "@/lib/contracts/pickpack-bench";
import { money } from "@/lib/decimal";
import { type ApiError, invalid, notFound, type Problem } from "@/lib/errors";
import { matchScan } from "@/lib/warehouse/scan-match";
import { actorNames } from "@/server/accounts";
import { catalogue } from "@/server/carriers";
import { type AccountContext, actorOf, scopeOf } from "@/server/context";
import { scoped } from "@/server/db/scoped";
import { type Tx, withTransaction } from "@/server/db/transaction";
import { batteryMarks, changedLabels } from "@/server/documents";
import { locationsOf } from "@/server/goods";
import {
  asPacked,
  isCancelRequested,
  loadOrders,
  lockOrder,
  noteLabelChange,
  readOrder,
  type StoredOrder,
  writeShort,
} from "@/server/orders";
import {
  type BenchLine,
  isClosed,
  latestScans,
  openUnits,
  progressOf,
  type ScanRow,
  type UnitScan,
} from "./bench-progress";
import { endLabelScans, scannedLabels } from "./label-scans";
import { reopenOrder } from "./moves";
import { presentShort, shelfShorts } from "./shelf-shorts";
import { findPickPack, lockPickPack, type PickPackRow, updatePickPack, waveNumberOf } from "./store";

/** How many of the latest scans the bench shows. */
const LATEST_SCANS = 50;

function warningOf(row: PickPackRow, order: StoredOrder): Bench["warning"] {
  if (row.status === "PICKPACK_REJECTED") return "REJECTED";
  if (row.status === "PICKPACK_CANCELLED" || order.status === "CANCELLED") return "CANCELLED";
  return isCancelRequested(order) ? "CANCEL_REQUESTED" : null;
}

/** How far an order is packed, so that packing can continue after a reload. @throws ApiError NOT_FOUND */
export async function readBench(ctx: AccountContext, input: { order_id: string }): Promise<Bench> {
  return benchOf(ctx, await readOrder(ctx, input.order_id));
}

/** The same for an order that is already loaded, because it may have thousands of items. */
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
  const labels = await scannedLabels(ctx.db, scope, order.id);
  const packed = asPacked(order);
  const missing = row.wave_id ? await shelfShorts(ctx.db, row.wave_id, order.account_id) : [];
  const names = await actorNames(ctx.db, [
    row.packed_by,
    ...latest.map(({ actor }) => actor),
    ...missing.map(({ picked_by }) => picked_by),
  ]);
  const shelf = new Map(missing.map((picked) => [picked.sku, presentShort(picked, names)]));
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
    corrected_time: order.corrected_at && hongKongIso(order.corrected_at),
    reference: order.reference,
    consignment_remarks: order.shipment.consignment_remarks ?? null,
    client_remarks: ctx.account.remarksToPacker ? order.client_remarks : null,
    cod_amount: order.cod_amount === null ? null : money(order.cod_amount),
    wave_id: row.wave_id,
    wave_number: await waveNumberOf(ctx.db, row.wave_id),
    packing_start_time: row.packing_started_at ? hongKongIso(row.packing_started_at) : null,
    packed_by: row.packed_by && (names.get(row.packed_by) ?? row.packed_by),
    is_complete: lines.every((line) => openUnits(line) === 0n),
    parcel_list: order.parcels.map((parcel, at) => {
      // In the order of the parcel's items.
      const own = byParcel.get(parcel.position) ?? [];
      return {
        parcel: parcel.position,
        tracking_number: parcel.tracking_number ?? "",
        length: parcel.length ?? "",
        width: parcel.width ?? "",
        height: parcel.height ?? "",
        act_weight: parcel.act_weight,
        battery_label_types: batteryMarks(packed, packed.parcels[at] ?? parcel).join(","),
        is_closed: isClosed(own, parcel.position),
        is_label_scanned: labels.has(parcel.position),
        item_list: parcel.items.map((item, index) => ({
          position: item.position,
          description: item.description,
          sku: item.sku ?? "",
          bar_code_eid: item.bar_code_eid ?? "",
          warehouse_location: places.get(item.sku ?? "") ?? null,
          qty: item.qty,
          scanned: String(own[index]?.scanned ?? 0n),
          short: String(own[index]?.short ?? 0n),
          shelf_short: shelf.get(item.sku ?? "") ?? null,
        })),
      };
    }),
    scan_list: latest.map((scan) => presentScan(scan, names.get(scan.actor) ?? scan.actor)),
  };
}

function presentScan(scan: UnitScan, by: string): Bench["scan_list"][number] {
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

/** For work that changes what is packed. */
const SETTLED = { isSettled: true };

type Packing = { tx: Tx; row: PickPackRow; order: StoredOrder };

/**
 * Applies the current notes to the order: the missing units, which papers leave out, and the labels that changed or
 * whose parcel is open again, which must be scanned again (contract §7.4, §7.8).
 */
async function settle(ctx: AccountContext, { tx, order }: Packing): Promise<StoredOrder> {
  const scope = scopeOf(ctx);
  const lines = await progressOf(tx, scope, order);
  const shortOf = new Map(lines.map(({ parcel, position, short }) => [`${parcel}/${position}`, String(short)]));
  const settled: StoredOrder = {
    ...order,
    parcels: order.parcels.map((parcel) => ({
      ...parcel,
      items: parcel.items.map((item) => ({
        ...item,
        short_qty: shortOf.get(`${item.parcel}/${item.position}`) ?? "0",
      })),
    })),
  };
  const before = order.parcels.flatMap(({ items }) => items);
  const changes = settled.parcels
    .flatMap(({ items }) => items)
    .filter(({ short_qty }, index) => short_qty !== before[index]?.short_qty);
  if (changes.length)
    await writeShort(
      tx,
      scope,
      order.id,
      changes.map(({ parcel, position, short_qty: units }) => ({ parcel, position, units })),
    );
  const changed = changes.length ? changedLabels(order, settled) : [];
  if (changed.length) await noteLabelChange(tx, scope, order.id);
  const open = order.parcels.map(({ position }) => position).filter((position) => !isClosed(lines, position));
  await endLabelScans(tx, scope, order.id, [...changed, ...open]);
  return settled;
}

/**
 * Does work of the bench on an order that is being packed. Its row is locked, so only one person at a time. Returns the
 * progress and the work's result; work that changes what is packed is settled afterwards. Any but that with `begins`
 * false opens the order at the bench. @throws ApiError NOT_FOUND; 400480 when the order is not confirmed
 */
async function packing<T>(
  ctx: AccountContext,
  orderId: string,
  work: (packing: Packing) => Promise<T>,
  { isSettled = false, begins = true }: { isSettled?: boolean; begins?: boolean } = {},
): Promise<[Bench, T]> {
  const scope = scopeOf(ctx);
  const [order, done] = await withTransaction(ctx.db, async (tx) => {
    // Both rows, in the order that every move uses.
    const locked = await lockOrder(tx, scope, orderId);
    const row = locked && (await lockPickPack(tx, scope, locked.id));
    const [order] = row ? await loadOrders(tx, scope, [row.order_id]) : [];
    if (!row || !order) throw notFound();
    if (row.status !== "PICKPACK_CONFIRMED")
      throw invalid({
        path: ["order_id"],
        key: "pickPackNotPacking",
        params: { status: row.status },
        reason: "PICKPACK_TRANSITION_INVALID",
      });
    if (begins && !row.packing_started_at) {
      await updatePickPack(tx, scope, row.order_id, { packing_started_at: new Date(), packed_by: actorOf(ctx) });
      // At the bench a label belongs on a closed parcel; those that were scanned without it were on open ones.
      await endLabelScans(tx, scope, row.order_id);
    }
    const at = { tx, row, order };
    const done = await work(at);
    return [isSettled ? await settle(ctx, at) : order, done] as const;
  });
  return [await benchOf(ctx, order), done];
}

/** Starts or continues packing an order. @throws ApiError NOT_FOUND, 400480 */
export async function startPacking(ctx: AccountContext, input: InputOf<typeof contracts.startPacking>): Promise<Bench> {
  const [bench] = await packing(ctx, input.order_id, async () => {});
  return bench;
}

/** The scan with this id, even if it was undone. */
function knownScan(ctx: AccountContext, { tx, row }: Packing, scanId: string): Promise<ScanRow | undefined> {
  return scoped(tx, scopeOf(ctx))
    .selectFrom("pick_pack_scans")
    .selectAll()
    .where("order_id", "=", row.order_id)
    .where("scan_id", "=", scanId)
    .executeTakeFirst();
}

type NewScan = Pick<ScanRow, "scan_id" | "kind" | "parcel" | "position" | "qty" | "reason" | "remarks">;

async function insertScan(ctx: AccountContext, { tx, row }: Packing, scan: NewScan): Promise<void> {
  await scoped(tx, scopeOf(ctx))
    .insertInto("pick_pack_scans", { order_id: row.order_id, ...scan, actor: actorOf(ctx) })
    .execute();
}

function refusedScan(result: ScanRefusal, code: string, line?: BenchLine): ApiError {
  const problem: Pick<Problem, "key" | "params"> =
    result === "WRONG_PARCEL" && line
      ? { key: "scanWrongParcel", params: { code, parcel: line.parcel } }
      : { key: result === "WRONG_ITEM" ? "scanWrongItem" : "scanTooMany", params: { code } };
  return invalid({ path: ["code"], ...problem, extra: { scan_result: result } });
}

/** The line that a scanned code fills. @throws ApiError 400 with `scan_result` in its entry */
function lineFor(lines: readonly BenchLine[], code: string, parcel: number | null): BenchLine {
  const targets = lines.map((line) => ({ ...line, line, open: openUnits(line) }));
  const { refusal, target } = matchScan(targets, code, parcel);
  if (refusal !== null) throw refusedScan(refusal, code, target?.line);
  return target.line;
}

/**
 * Counts one unit into its parcel; repeating the same scan counts nothing. A wrong item, or one too many, is refused
 * and not recorded. @throws ApiError NOT_FOUND, 400480, a 400 with `scan_result` in its entry
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
  const [bench] = await packing(
    ctx,
    input.order_id,
    async (at) => {
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
    },
    SETTLED,
  );
  return bench;
}

async function takeBack(ctx: AccountContext, { tx, row }: Packing, which: { scan_id: string } | { parcel: number }) {
  const [column, value] =
    "scan_id" in which ? (["scan_id", which.scan_id] as const) : (["parcel", which.parcel] as const);
  await scoped(tx, scopeOf(ctx))
    .updateTable("pick_pack_scans")
    .set({ undone_at: new Date() })
    .where("order_id", "=", row.order_id)
    .where(column, "=", value)
    .where("undone_at", "is", null)
    .execute();
}

/** Undoes a scan or a note of missing units; repeating this changes nothing. @throws ApiError NOT_FOUND, 400480 */
export async function undoScan(ctx: AccountContext, input: InputOf<typeof contracts.undoScan>): Promise<Bench> {
  const [bench] = await packing(
    ctx,
    input.order_id,
    async (at) => {
      if (!(await knownScan(ctx, at, input.scan_id))) throw notFound();
      await takeBack(ctx, at, { scan_id: input.scan_id });
    },
    SETTLED,
  );
  return bench;
}

/**
 * Unpacks a parcel: undoes all its scans. Without a parcel, an order that is ready goes back to packing. @throws
 * ApiError NOT_FOUND, 400480; 400481 as {@link reopenOrder}
 */
export async function reopenParcel(ctx: AccountContext, input: InputOf<typeof contracts.reopenParcel>): Promise<Bench> {
  if (input.parcel === undefined) {
    await reopenOrder(ctx, input.order_id);
    return readBench(ctx, input);
  }
  const parcel = Number(input.parcel);
  const [bench] = await packing(
    ctx,
    input.order_id,
    async (at) => {
      if (!at.order.parcels.some(({ position }) => position === parcel))
        throw invalid({ path: ["parcel"], key: "parcelUnknown" });
      await takeBack(ctx, at, { parcel });
    },
    SETTLED,
  );
  return bench;
}

function refusedLabel(result: LabelRefusal, code: string): ApiError {
  const key = result === "WRONG_LABEL" ? "labelOfAnother" : "labelParcelOpen";
  return invalid({ path: ["code"], key, params: { code }, extra: { scan_result: result } });
}

/**
 * Records that a parcel has its label, by the tracking number on it; repeating the same scan records nothing. An order
 * that is not open at the bench is packed without it, and is not opened by this (contract §7.8).
 * @throws ApiError NOT_FOUND, 400480; a 400 with `scan_result` in its entry for a label of another order or an open
 * parcel
 */
export async function scanLabel(
  ctx: AccountContext,
  input: InputOf<typeof contracts.scanLabel>,
): Promise<DataOf<typeof contracts.scanLabel>> {
  const { code } = input;
  const scan = async (at: Packing) => {
    const known = await knownScan(ctx, at, input.scan_id);
    if (known) return { result: "REPEATED" as const, parcel: known.parcel };
    const parcel = at.order.parcels.find(({ tracking_number }) => tracking_number === code)?.position;
    if (parcel === undefined) throw refusedLabel("WRONG_LABEL", input.code);
    const isAtBench = at.row.packing_started_at !== null;
    if (isAtBench && !isClosed(await progressOf(at.tx, scopeOf(ctx), at.order), parcel))
      throw refusedLabel("PARCEL_OPEN", input.code);
    const label = { scan_id: input.scan_id, parcel, position: 0, qty: "1", reason: null, remarks: null };
    await insertScan(ctx, at, { ...label, kind: "LABEL" });
    return { result: "COUNTED" as const, parcel };
  };
  const [bench, done] = await packing(ctx, input.order_id, scan, { begins: false });
  return { ...bench, ...done };
}
