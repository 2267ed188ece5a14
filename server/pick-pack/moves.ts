import { hongKongDate } from "@/lib/calendar";
import type { InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/pickpack";
import type { declineCancel as declineContract } from "@/lib/contracts/pickpack-queue";
import { ApiError, invalid, notFound, type Problem } from "@/lib/errors";
import { allowsMove, PICKPACK_MOVES, type PickPackMove } from "@/lib/pickpack-status";
import { catalogue, nextCollection } from "@/server/carriers";
import { type AccountContext, actorOf, scopeOf, type Tx, withTransaction } from "@/server/context";
import {
  cancelLocked,
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
import { packedUnits } from "./bench-progress";
import { bookingOf } from "./collected";
import { presentPickPack } from "./present";
import { giveBack, reserve, take } from "./stock";
import { findPickPack, lockPickPack, type PickPackRow, updatePickPack } from "./store";

type Answer = ReturnType<typeof presentPickPack>;

/** How often a move is tried that met a change of the order between its price and its writing. */
const MEETINGS = 20;

/** The pick-and-pack order as it is read (specification §4.3). @throws ApiError NOT_FOUND */
export async function readPickPack(ctx: AccountContext, input: { order_id: string }): Answer {
  const order = await readOrder(ctx, input.order_id);
  const row = await findPickPack(ctx.db, scopeOf(ctx), order.id);
  if (!row) throw notFound();
  return presentPickPack(ctx, row, order);
}

function refused(
  key: "pickPackMove" | "pickPackShipped" | "noCancelRequest",
  params: Record<string, string> = {},
): ApiError {
  return invalid({ path: ["order_id"], key, params, reason: "PICKPACK_TRANSITION_INVALID" });
}

type Locked = { order: OrderRow; row: PickPackRow };

/** Locks order and pick-and-pack order, in this order. @throws ApiError NOT_FOUND */
async function lockBoth(tx: Tx, ctx: AccountContext, orderId: string): Promise<Locked> {
  const scope = scopeOf(ctx);
  const order = await lockOrder(tx, scope, orderId);
  const row = order && (await lockPickPack(tx, scope, order.id));
  if (!row) throw notFound();
  return { order, row };
}

/** The same, and judges the move. @throws ApiError NOT_FOUND, 400480 */
async function lockFor(tx: Tx, ctx: AccountContext, orderId: string, move: PickPackMove): Promise<Locked> {
  const { order, row } = await lockBoth(tx, ctx, orderId);
  if (!allowsMove(row.status, move)) throw refused("pickPackMove", { status: row.status, move });
  // A courier has it already, whatever the warehouse noted.
  if (order.status !== "READY_TO_SHIP") throw refused("pickPackShipped", { status: order.status });
  return { order, row };
}

async function loaded(tx: Tx, ctx: AccountContext, orderId: string): Promise<StoredOrder> {
  const [order] = await loadOrders(tx, scopeOf(ctx), [orderId]);
  if (!order) throw notFound();
  return order;
}

async function confirm(ctx: AccountContext, input: InputOf<typeof contracts.confirmPickPack>, at: Date): Promise<void> {
  const scope = scopeOf(ctx);
  await withTransaction(ctx.db, async (tx) => {
    await lockFor(tx, ctx, input.order_id, "confirm");
    const short = await reserve(tx, scope, await loaded(tx, ctx, input.order_id), actorOf(ctx));
    if (short.length) throw new ApiError("BAD_REQUEST", { problems: short });
    await updatePickPack(tx, scope, input.order_id, {
      status: PICKPACK_MOVES.confirm.to,
      is_require_repack: input.is_require_repack === "Y",
      updated_at: at,
    });
  });
}

/**
 * The warehouse takes an order: what it wants is reserved, or nothing of it.
 * @throws ApiError NOT_FOUND, 400480, 400481 with an entry for each item that is short
 */
export async function confirmPickPack(ctx: AccountContext, input: InputOf<typeof contracts.confirmPickPack>): Answer {
  await confirm(ctx, input, new Date());
  return readPickPack(ctx, input);
}

/**
 * The warehouse cannot take an order: it is cancelled with its shipment order, and its stock released (decisions §4.3).
 * @throws ApiError NOT_FOUND, 400480
 */
export async function rejectPickPack(ctx: AccountContext, input: InputOf<typeof contracts.rejectPickPack>): Answer {
  const scope = scopeOf(ctx);
  const actor = actorOf(ctx);
  await withTransaction(ctx.db, async (tx) => {
    const { order } = await lockFor(tx, ctx, input.order_id, "reject");
    const said = input.reject_reason || null;
    await giveBack(tx, scope, order.id, actor);
    await updatePickPack(tx, scope, order.id, {
      status: PICKPACK_MOVES.reject.to,
      reject_type: input.reject_type,
      reject_reason: said,
    });
    const remarks = [`Rejected by the warehouse: ${input.reject_type}`, said].filter(Boolean).join(". ");
    await cancelLocked(tx, scope, order, { reason: "OTHER", remarks, actor });
  });
  return readPickPack(ctx, input);
}

/**
 * Staff cancel an order before it is collected, of their own accord or because the merchant asked; what was packed goes
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
 * The warehouse declines the merchant's request for cancellation: the order goes on, and the merchant reads why.
 * @throws ApiError NOT_FOUND, 400480 when no request stands
 */
export async function declineCancel(ctx: AccountContext, input: InputOf<typeof declineContract>): Answer {
  await withTransaction(ctx.db, async (tx) => {
    const { order } = await lockBoth(tx, ctx, input.order_id);
    if (!isCancelRequested(order)) throw refused("noCancelRequest");
    await declineLocked(tx, scopeOf(ctx), order, input.remarks);
  });
  return readPickPack(ctx, input);
}

/** Repacked parcels are given as many as the order has; one that was to be repacked is. */
function repackProblems(order: StoredOrder, parcels: readonly Measures[] | undefined, isRepack: boolean): Problem[] {
  if (!parcels) return isRepack ? [{ path: ["parcel_list"], key: "required" }] : [];
  const count = order.parcels.length;
  return parcels.length === count ? [] : [{ path: ["parcel_list"], key: "parcelCount", params: { count } }];
}

async function ready(ctx: AccountContext, input: InputOf<typeof contracts.readyPickPack>, at: Date): Promise<void> {
  for (let meeting = 0; meeting < MEETINGS; meeting++) if (await makeReady(ctx, input, at)) return;
  throw new Error(`order ${input.order_id} changed ${MEETINGS} times while it was made ready`);
}

/**
 * Packing is finished: stock is taken, repacked parcels are priced anew by their measures, the pickup is booked.
 * @throws ApiError NOT_FOUND, 400480 also while a parcel at the bench is open or empty, 400470 and 400472 where the
 * service does not take the parcels as they measure now
 */
export async function readyPickPack(ctx: AccountContext, input: InputOf<typeof contracts.readyPickPack>): Answer {
  await ready(ctx, input, new Date());
  return readPickPack(ctx, input);
}

/** Packs an order that was made earlier: it was confirmed, and made ready, then. For demonstration data. */
export async function packPastOrder(
  ctx: AccountContext,
  orderId: string,
  at: { confirmed: Date; ready?: Date },
): Promise<void> {
  await confirm(ctx, { order_id: orderId }, at.confirmed);
  if (at.ready) await ready(ctx, { order_id: orderId }, at.ready);
}

/** False: the order changed between its price and its writing. */
async function makeReady(
  ctx: AccountContext,
  input: InputOf<typeof contracts.readyPickPack>,
  at: Date,
): Promise<boolean> {
  const scope = scopeOf(ctx);
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
    const { unpacked, missing } = await packedUnits(tx, scope, row, order);
    if (unpacked)
      throw invalid({
        path: ["order_id"],
        key: "packingUnfinished",
        params: { parcel: unpacked },
        reason: "PICKPACK_TRANSITION_INVALID",
      });
    await take(tx, scope, order.id, missing, actorOf(ctx));
    if (repacked) await writeRemeasured(tx, ctx, order, repacked);
    await updatePickPack(tx, scope, order.id, {
      status: PICKPACK_MOVES.ready.to,
      is_require_repack: isRepack,
      ...bookingOf(order, date),
      updated_at: at,
    });
    return true;
  });
}
