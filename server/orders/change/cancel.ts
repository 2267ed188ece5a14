import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type { cancelOrder as contract } from "@/lib/contracts/order";
import { invalid, notFound } from "@/lib/errors";
import { canMove } from "@/lib/orders/status";
import { type AccountContext, actorOf, scopeOf } from "@/server/context";
import type { Scope } from "@/server/db/scoped";
import { type Tx, withTransaction } from "@/server/db/transaction";
import { effects } from "@/server/effects";
import { makeEvent, recordOrderEvent } from "@/server/webhooks";
import { lockOrder, type OrderRow } from "../queries";
import { changeOrder, moveOrder } from "./move";

type Answer = DataOf<typeof contract>;

function cancelledAnswer(order: OrderRow): Answer {
  return {
    order_id: order.id,
    order_status: "CANCELLED",
    cancel_status: "CANCELLED",
    message: "The order is cancelled.",
  };
}

function requestedAnswer(order: OrderRow): Answer {
  return {
    order_id: order.id,
    order_status: order.status,
    cancel_status: "REQUESTED",
    message: "The warehouse has confirmed the order. It is asked to cancel it.",
  };
}

/**
 * Cancels an order that is not picked up yet. If the warehouse has confirmed it, it is cancelled once the warehouse
 * agrees. Cancelling again gives the same answer (contract §13.9). @throws ApiError NOT_FOUND, 400450
 */
export async function cancelOrder(ctx: AccountContext, input: InputOf<typeof contract>): Promise<Answer> {
  const scope = scopeOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, scope, input.order_id);
    if (!order) throw notFound();
    if (order.status === "CANCELLED") return cancelledAnswer(order);
    if (order.erased_at && input.remarks) throw invalid({ path: ["remarks"], key: "erasedLocked" });
    if (!canMove(order.status, "CANCELLED"))
      throw invalid({
        path: ["order_id"],
        key: "orderNotCancellable",
        params: { status: order.status },
        reason: "ORDER_NOT_CANCELLABLE",
      });
    const why = { reason: input.reason, remarks: input.remarks || null };
    const handled = { orderId: order.id, reason: input.remarks ?? "" };
    if ((await effects.cancellationOf(tx, scope, order.id)) === "REQUEST") {
      if (!order.cancel_requested_at) await noteRequest(tx, scope, order, why);
      await effects.handled(tx, ctx, scope, { ...handled, kind: "cancel_requested" });
      return requestedAnswer(order);
    }
    await cancelLocked(tx, scope, order, { ...why, actor: actorOf(ctx) });
    await effects.handled(tx, ctx, scope, { ...handled, kind: "cancelled" });
    return cancelledAnswer(order);
  });
}

type Why = { reason: string; remarks: string | null };

async function noteRequest(tx: Tx, scope: Scope, order: OrderRow, { reason, remarks }: Why): Promise<void> {
  await changeOrder(tx, scope, order.id, {
    cancel_reason: reason,
    cancel_remarks: remarks,
    cancel_requested_at: new Date(),
    cancel_declined_at: null,
    cancel_declined_remarks: null,
  });
  await recordOrderEvent(tx, scope, "order.updated", order, {});
}

/** Whether the merchant's cancellation request is still unanswered; a request lapses when the parcel is collected. */
export function isCancelRequested(order: Pick<OrderRow, "status" | "cancel_requested_at">): boolean {
  return order.cancel_requested_at !== null && canMove(order.status, "CANCELLED");
}

/** Declines the cancellation request of an order whose row the transaction has locked; the merchant may ask again. */
export async function declineLocked(tx: Tx, scope: Scope, order: OrderRow, remarks: string): Promise<void> {
  await changeOrder(tx, scope, order.id, {
    cancel_reason: null,
    cancel_remarks: null,
    cancel_requested_at: null,
    cancel_declined_at: new Date(),
    cancel_declined_remarks: remarks,
  });
  await recordOrderEvent(tx, scope, "order.updated", order, {});
}

/**
 * Cancels an order whose row the transaction has locked and whose state allows it. Reason and remarks of a merchant's
 * request are kept.
 */
export async function cancelLocked(tx: Tx, scope: Scope, order: OrderRow, why: Why & { actor: string }): Promise<void> {
  const at = new Date();
  const { cancel_reason: reason, cancel_remarks: remarks } = order.cancel_requested_at
    ? order
    : { cancel_reason: why.reason, cancel_remarks: why.remarks };
  await moveOrder(tx, scope, order, {
    status: "CANCELLED",
    at,
    actor: why.actor,
    event: makeEvent("order.cancelled", at, { id: order.id, trackingNumber: order.tracking_number }),
    columns: { cancel_reason: reason, cancel_remarks: remarks, moved_at: at },
  });
}
