import { canMove, isForward, type OrderStatus, TRACKING_EVENTS, type TrackingEvent } from "@/lib/order-status";

/**
 * What a carrier's scan does to an order: moves it, or joins the history only (decisions §4.3, domain facts, Tracking).
 * A step further along the way counts whenever it was scanned; a repeat or a turn back counts only when it is newer than
 * every scan that has moved the order, so that a late one never moves it back.
 */
export function judgeScan(
  order: { status: OrderStatus; movedAt: Date | null },
  event: TrackingEvent,
  occurredAt: Date,
): "MOVED" | "HISTORY" {
  const to = TRACKING_EVENTS[event].status;
  if (isForward(order.status, to)) return "MOVED";
  if (order.status === "CANCELLED" || !canMove(order.status, to)) return "HISTORY";
  return order.movedAt === null || occurredAt >= order.movedAt ? "MOVED" : "HISTORY";
}

/** Events that an order has once; a second one says nothing new. */
export const ONCE: readonly TrackingEvent[] = [
  "order.created",
  "order.picked_up",
  "order.delivered",
  "order.cancelled",
];
