import { hongKongDate } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type { ShortLine } from "@/lib/contracts/event";
import type * as contracts from "@/lib/contracts/pickpack";
import type { declineCancel as declineContract } from "@/lib/contracts/pickpack-queue";
import { decimal, money } from "@/lib/decimal";
import { ApiError, invalid, notFound, type Problem } from "@/lib/errors";
import { canMove } from "@/lib/orders/status";
import { allowsMove, PICKPACK_MOVES, type PickPackMove } from "@/lib/warehouse/pickpack-status";
import { catalogue, nextCollection } from "@/server/carriers";
import { type AccountContext, actorOf, scopeOf } from "@/server/context";
import { type Tx, withTransaction } from "@/server/db/transaction";
import { giveBack, reserve, reserveAgain, take } from "@/server/goods";
import {
  cancelLocked,
  changeCod,
  declineLocked,
  isCancelRequested,
  loadOrders,
  lockOrder,
  type Measures,
  type OrderRow,
  priceRemeasured,
  readOrder,
  type StoredOrder,
  writeRemeasured,
} from "@/server/orders";
import { recordOrderEvent } from "@/server/webhooks";
import { unpackedParcel } from "./bench-progress";
import { bookingOf } from "./collected";
import { endLabelScans, unscannedLabels } from "./label-scans";
import { presentPickPack } from "./present";
import { announceShort, shortLines, shortStock } from "./short";
import { findPickPack, lockPickPack, type PickPackRow, updatePickPack } from "./store";

type Answer = ReturnType<typeof presentPickPack>;

/** Attempts of a move when the order changes between pricing and writing. */
const MEETINGS = 20;

/**
 * The pick-and-pack order as it is answered (contract §7.1).
 * @throws ApiError NOT_FOUND, whose message says so if the order is not confirmed yet (contract §4.5)
 */
export async function readPickPack(ctx: AccountContext, input: { order_id: string }): Answer {
  const order = await readOrder(ctx, input.order_id);
  const row = await findPickPack(ctx.db, scopeOf(ctx), order.id);
  if (!row && canMove(order.status, "READY_TO_SHIP"))
    throw new ApiError("NOT_FOUND", {
      message:
        "The order is not confirmed yet. It has a pick-and-pack order once it is, where the account has the service.",
    });
  if (!row) throw notFound();
  return presentPickPack(ctx, row, order);
}

function moveError(
  key: "pickPackMove" | "pickPackShipped" | "noCancelRequest",
  params: Record<string, string> = {},
): ApiError {
  return invalid({ path: ["order_id"], key, params, reason: "PICKPACK_TRANSITION_INVALID" });
}

type Locked = { order: OrderRow; row: PickPackRow };

/** Locks the order, then the pick-and-pack order. @throws ApiError NOT_FOUND */
async function lockBoth(tx: Tx, ctx: AccountContext, orderId: string): Promise<Locked> {
  const scope = scopeOf(ctx);
  const order = await lockOrder(tx, scope, orderId);
  const row = order && (await lockPickPack(tx, scope, order.id));
  if (!row) throw notFound();
  return { order, row };
}

/** The same, and checks that the move is allowed. @throws ApiError NOT_FOUND, 400480 */
async function lockFor(tx: Tx, ctx: AccountContext, orderId: string, move: PickPackMove): Promise<Locked> {
  const { order, row } = await lockBoth(tx, ctx, orderId);
  if (!allowsMove(row.status, move)) throw moveError("pickPackMove", { status: row.status, move });
  // A courier already has it, whatever the warehouse recorded.
  if (order.status !== "READY_TO_SHIP") throw moveError("pickPackShipped", { status: order.status });
  return { order, row };
}

async function loadOrder(tx: Tx, ctx: AccountContext, orderId: string): Promise<StoredOrder> {
  const [order] = await loadOrders(tx, scopeOf(ctx), [orderId]);
  if (!order) throw notFound();
  return order;
}

/**
 * The warehouse accepts an order and reserves everything it needs, or nothing.
 * @throws ApiError NOT_FOUND, 400480, 400481 with an entry for each item that is short
 */
export async function confirmPickPack(ctx: AccountContext, input: InputOf<typeof contracts.confirmPickPack>): Answer {
  const scope = scopeOf(ctx);
  await withTransaction(ctx.db, async (tx) => {
    const { order } = await lockFor(tx, ctx, input.order_id, "confirm");
    const short = await reserve(tx, scope, await loadOrder(tx, ctx, input.order_id), actorOf(ctx));
    if (short.length) throw new ApiError("BAD_REQUEST", { problems: short });
    await updatePickPack(tx, scope, input.order_id, {
      status: PICKPACK_MOVES.confirm.to,
      is_require_repack: input.is_require_repack === "Y",
      updated_at: ctx.now(),
    });
    await recordOrderEvent(tx, scope, "pickpack.confirmed", order, { pickpack_status: PICKPACK_MOVES.confirm.to });
  });
  return readPickPack(ctx, input);
}

/**
 * The warehouse rejects an order: it is cancelled with its shipment order, and its stock released (contract §13.3).
 * @throws ApiError NOT_FOUND, 400480
 */
export async function rejectPickPack(ctx: AccountContext, input: InputOf<typeof contracts.rejectPickPack>): Answer {
  const scope = scopeOf(ctx);
  const actor = actorOf(ctx);
  await withTransaction(ctx.db, async (tx) => {
    const { order } = await lockFor(tx, ctx, input.order_id, "reject");
    const said = input.reject_reason || null;
    await giveBack(tx, scope, order.id, await shortStock(tx, scope, order.id), actor);
    await updatePickPack(tx, scope, order.id, {
      status: PICKPACK_MOVES.reject.to,
      reject_type: input.reject_type,
      reject_reason: said,
    });
    const remarks = [`Rejected by the warehouse: ${input.reject_type}`, said].filter(Boolean).join(". ");
    await cancelLocked(tx, scope, order, { reason: "OTHER", remarks, actor });
    const cancelled = { ...order, status: "CANCELLED" } as const;
    await recordOrderEvent(tx, scope, "pickpack.rejected", cancelled, {
      pickpack_status: PICKPACK_MOVES.reject.to,
      reject_type: input.reject_type,
      reject_reason: said,
    });
  });
  return readPickPack(ctx, input);
}

/**
 * Staff cancel an order before it is collected, on their own decision or because the merchant asked; packed goods go
 * back to the stock. @throws ApiError NOT_FOUND, 400480
 */
export async function cancelPickPack(ctx: AccountContext, input: InputOf<typeof contracts.cancelPickPack>): Answer {
  await withTransaction(ctx.db, async (tx) => {
    const { order } = await lockFor(tx, ctx, input.order_id, "cancel");
    const why = { reason: "OTHER", remarks: input.remarks || null, actor: actorOf(ctx) };
    await cancelLocked(tx, scopeOf(ctx), order, why);
  });
  return readPickPack(ctx, input);
}

/**
 * The warehouse declines the merchant's cancellation request: the order goes on, and the merchant sees the reason.
 * @throws ApiError NOT_FOUND, 400480 when there is no open request
 */
export async function declineCancel(ctx: AccountContext, input: InputOf<typeof declineContract>): Answer {
  await withTransaction(ctx.db, async (tx) => {
    const { order } = await lockBoth(tx, ctx, input.order_id);
    if (!isCancelRequested(order)) throw moveError("noCancelRequest");
    await declineLocked(tx, scopeOf(ctx), order, input.remarks);
  });
  return readPickPack(ctx, input);
}

/** Measures are required for an order to be repacked, and must be given for all of its parcels. */
function repackProblems(order: StoredOrder, parcels: readonly Measures[] | undefined, isRepack: boolean): Problem[] {
  if (!parcels) return isRepack ? [{ path: ["parcel_list"], key: "required" }] : [];
  const count = order.parcels.length;
  return parcels.length === count ? [] : [{ path: ["parcel_list"], key: "parcelCount", params: { count } }];
}

/**
 * What an order would cost with repacked parcels, in HKD; nothing is changed.
 * @throws ApiError NOT_FOUND, 400480 unless it is to be packed, 400470 and 400472 as making it ready
 */
export async function priceRepack(
  ctx: AccountContext,
  { order_id, parcel_list }: InputOf<typeof contracts.priceRepack>,
): Promise<DataOf<typeof contracts.priceRepack>> {
  const order = await readOrder(ctx, order_id);
  const row = await findPickPack(ctx.db, scopeOf(ctx), order.id);
  if (!row) throw notFound();
  if (!allowsMove(row.status, "ready")) throw moveError("pickPackMove", { status: row.status, move: "ready" });
  const problems = repackProblems(order, parcel_list, true);
  if (problems.length) throw new ApiError("BAD_REQUEST", { problems });
  const { price } = await priceRemeasured(ctx, order, parcel_list);
  return { order_id: order.id, quote_price: money(price.price), price_before: money(order.quote_price) };
}

/**
 * Finishes packing: takes the stock, prices repacked parcels by their new measures, books the pickup. Sending an order
 * short must be confirmed, and is announced (contract §7.3, §7.6).
 * @throws ApiError NOT_FOUND, 400480 also while a parcel at the bench is open or empty or a label is not scanned,
 * 400470 and 400472 when the service does not take the parcels with their new measures, 400 at confirm_short and
 * cod_amount
 */
export async function readyPickPack(ctx: AccountContext, input: InputOf<typeof contracts.readyPickPack>): Answer {
  for (let meeting = 0; meeting < MEETINGS; meeting++) if (await makeReady(ctx, input)) return readPickPack(ctx, input);
  throw new Error(`order ${input.order_id} changed ${MEETINGS} times while it was made ready`);
}

/**
 * Problems that keep a packed order from being made ready: unscanned labels, unconfirmed missing units, a wrong COD
 * amount.
 */
function readyProblems(
  { confirm_short, cod_amount }: InputOf<typeof contracts.readyPickPack>,
  { order, lines, unscanned }: { order: OrderRow; lines: readonly ShortLine[]; unscanned: readonly number[] },
): Problem[] {
  const problems: Problem[] = [];
  if (unscanned.length)
    problems.push({
      path: ["order_id"],
      key: "labelsUnscanned",
      params: { parcels: unscanned.join(", ") },
      reason: "PICKPACK_TRANSITION_INVALID",
    });
  if (lines.length && confirm_short !== "Y") {
    const units = lines.reduce((sum, { ordered, packed }) => sum + BigInt(ordered) - BigInt(packed), 0n);
    problems.push({ path: ["confirm_short"], key: "confirmShort", params: { units: String(units) } });
  }
  if (cod_amount === undefined) return problems;
  const wrong = (key: "codNotAsked" | "codNotShort") => problems.push({ path: ["cod_amount"], key });
  if (order.cod_amount === null) wrong("codNotAsked");
  else if (!lines.length) wrong("codNotShort");
  else if (decimal(cod_amount).gt(order.cod_amount))
    problems.push({ path: ["cod_amount"], key: "maximum", params: { max: money(order.cod_amount) } });
  return problems;
}

/** False: the order changed between pricing and writing. */
async function makeReady(ctx: AccountContext, input: InputOf<typeof contracts.readyPickPack>): Promise<boolean> {
  const scope = scopeOf(ctx);
  const at = ctx.now();
  const order = await readOrder(ctx, input.order_id);
  const parcels = input.parcel_list;
  const before = await findPickPack(ctx.db, scope, order.id);
  const isOpen = before !== undefined && allowsMove(before.status, "ready");
  const isRepack =
    parcels !== undefined || (input.is_require_repack ?? (before?.is_require_repack ? "Y" : "N")) === "Y";
  const problems = isOpen ? repackProblems(order, parcels, isRepack) : [];
  if (problems.length) throw new ApiError("BAD_REQUEST", { problems });
  const repacked = isOpen && parcels ? await priceRemeasured(ctx, order, parcels) : null;
  const date = nextCollection(await catalogue(ctx), order.shipping_provider, hongKongDate(at));
  return withTransaction(ctx.db, async (tx) => {
    const { order: locked, row } = await lockFor(tx, ctx, order.id, "ready");
    if (locked.revision !== order.revision) return false;
    const packed = await loadOrder(tx, ctx, order.id);
    const unpacked = await unpackedParcel(tx, scope, row, packed);
    if (unpacked)
      throw invalid({
        path: ["order_id"],
        key: "packingUnfinished",
        params: { parcel: unpacked },
        reason: "PICKPACK_TRANSITION_INVALID",
      });
    const lines = await shortLines(tx, scope, packed);
    const unscanned = await unscannedLabels(tx, scope, packed);
    const problems = readyProblems(input, { order: locked, lines, unscanned });
    if (problems.length) throw new ApiError("BAD_REQUEST", { problems });
    await take(tx, scope, order.id, await shortStock(tx, scope, order.id), actorOf(ctx));
    if (repacked) await writeRemeasured(tx, ctx, order, repacked);
    const before = locked.cod_amount;
    const isLower = before !== null && input.cod_amount !== undefined && decimal(input.cod_amount).lt(before);
    const cod = isLower && input.cod_amount !== undefined ? { before, now: input.cod_amount } : null;
    if (cod) await changeCod(tx, scope, locked, cod.now);
    await updatePickPack(tx, scope, order.id, {
      status: PICKPACK_MOVES.ready.to,
      is_require_repack: isRepack,
      ...bookingOf(order, date),
      updated_at: at,
    });
    await recordOrderEvent(tx, scope, "pickpack.ready", locked, { pickpack_status: PICKPACK_MOVES.ready.to });
    await announceShort(tx, scope, locked, lines, cod);
    return true;
  });
}

/**
 * Takes an order that is ready and not collected back to packing: its pickup is cancelled, everything it needs is
 * reserved again, missing and damaged units are reversed, scans stay, and the COD amount is the merchant's again
 * (contract §7.9).
 * @throws ApiError NOT_FOUND, 400480; 400481 for stock that a count has settled or another order has got since
 */
export async function reopenOrder(ctx: AccountContext, orderId: string): Promise<void> {
  const scope = scopeOf(ctx);
  await withTransaction(ctx.db, async (tx) => {
    const { order } = await lockFor(tx, ctx, orderId, "reopen");
    const stored = await loadOrder(tx, ctx, order.id);
    const problems = await reserveAgain(tx, scope, stored, actorOf(ctx));
    if (problems.length) throw new ApiError("BAD_REQUEST", { problems });
    if (order.declared_cod_amount !== null) await changeCod(tx, scope, order, null);
    await endLabelScans(
      tx,
      scope,
      order.id,
      stored.parcels.map(({ position }) => position),
    );
    await updatePickPack(tx, scope, order.id, {
      status: PICKPACK_MOVES.reopen.to,
      pickup_date: null,
      pickup_session: null,
      pickup_number: null,
    });
  });
}
