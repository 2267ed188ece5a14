import type { Updateable } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type { cancelOrder as contract } from "@/lib/contracts/order";
import { invalid, notFound } from "@/lib/errors";
import { canMove } from "@/lib/order-status";
import { type AccountContext, actorOf, type Scope, scopeOf, type Tx, withTransaction } from "@/server/context";
import type { Tables } from "@/server/db/types";
import { effects } from "@/server/effects";
import { makeEvent, recordEvent } from "@/server/webhooks";
import { lockOrder, type OrderRow } from "./queries";
import { countMove } from "./store";

type Answer = DataOf<typeof contract>;

function cancelled(order: OrderRow): Answer {
  return {
    order_id: order.id,
    order_status: "CANCELLED",
    cancel_status: "CANCELLED",
    message: "The order is cancelled.",
  };
}

function requested(order: OrderRow): Answer {
  return {
    order_id: order.id,
    order_status: order.status,
    cancel_status: "REQUESTED",
    message: "The warehouse has confirmed the order. It is asked to cancel it.",
  };
}

/**
 * Cancels an order that is not picked up yet; one that the warehouse has confirmed is cancelled when it agrees. Cancelling
 * again answers the same (decisions §7). @throws ApiError NOT_FOUND, 400450
 */
export async function cancelOrder(ctx: AccountContext, input: InputOf<typeof contract>): Promise<Answer> {
  const scope = scopeOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, scope, input.order_id);
    if (!order) throw notFound();
    if (order.status === "CANCELLED") return cancelled(order);
    if (!canMove(order.status, "CANCELLED"))
      throw invalid({
        path: ["order_id"],
        key: "orderNotCancellable",
        params: { status: order.status },
        reason: "ORDER_NOT_CANCELLABLE",
      });
    const why = { reason: input.reason, remarks: input.remarks || null };
    if ((await effects.cancellationOf(tx, scope, order.id)) === "REQUEST") {
      if (!order.cancel_requested_at) await noteRequest(tx, scope, order, why);
      return requested(order);
    }
    await cancelLocked(tx, scope, order, { ...why, actor: actorOf(ctx) });
    return cancelled(order);
  });
}

type Why = { reason: string; remarks: string | null };

function change(tx: Tx, scope: Scope, order: OrderRow, fields: Updateable<Tables["orders"]>) {
  return tx
    .updateTable("orders")
    .set({ ...fields, updated_at: new Date(), revision: order.revision + 1 })
    .where("account_id", "=", scope.accountId)
    .where("environment", "=", scope.environment)
    .where("id", "=", order.id)
    .execute();
}

async function noteRequest(tx: Tx, scope: Scope, order: OrderRow, { reason, remarks }: Why): Promise<void> {
  await change(tx, scope, order, {
    cancel_reason: reason,
    cancel_remarks: remarks,
    cancel_requested_at: new Date(),
    cancel_declined_at: null,
    cancel_declined_remarks: null,
  });
}

/** Whether the merchant asks for cancellation and nobody has answered: a request lapses when the parcel is collected. */
export function isCancelRequested(order: Pick<OrderRow, "status" | "cancel_requested_at">): boolean {
  return order.cancel_requested_at !== null && canMove(order.status, "CANCELLED");
}

/** Declines the request for cancellation of an order whose row the transaction has locked: the merchant may ask again. */
export async function declineLocked(tx: Tx, scope: Scope, order: OrderRow, remarks: string): Promise<void> {
  await change(tx, scope, order, {
    cancel_reason: null,
    cancel_remarks: null,
    cancel_requested_at: null,
    cancel_declined_at: new Date(),
    cancel_declined_remarks: remarks,
  });
}

/**
 * Cancels an order whose row the transaction has locked and whose state allows it: state, count, event, and what other
 * modules do then. Reason and remarks of a merchant's request stay.
 */
export async function cancelLocked(tx: Tx, scope: Scope, order: OrderRow, why: Why & { actor: string }): Promise<void> {
  const at = new Date();
  const { cancel_reason: reason, cancel_remarks: remarks } = order.cancel_requested_at
    ? order
    : { cancel_reason: why.reason, cancel_remarks: why.remarks };
  await change(tx, scope, order, { status: "CANCELLED", cancel_reason: reason, cancel_remarks: remarks, moved_at: at });
  const provider = order.shipping_provider;
  await countMove(tx, scope, { status: order.status, provider }, { status: "CANCELLED", provider });
  await recordEvent(
    tx,
    scope,
    order.id,
    makeEvent("order.cancelled", at, { id: order.id, trackingNumber: order.tracking_number }),
  );
  await effects.cancelled(tx, scope, { id: order.id, at, actor: why.actor });
}
