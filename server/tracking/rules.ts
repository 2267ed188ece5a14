import { canMove, isForward, type OrderStatus, TRACKING_EVENTS, type TrackingEvent } from "@/lib/orders/status";

/**
 * What a carrier's scan does to an order: moves it, or only joins the history (contract §13.3). A step forward counts
 * whenever it was scanned. A repeat or a step back counts only if it is newer than every scan that has moved the order,
 * so that a late scan never moves it back.
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

/** Events that occur once per order; a second one says nothing new. */
export const ONCE: readonly TrackingEvent[] = [
  "order.created",
  "order.picked_up",
  "order.delivered",
  "order.cancelled",
];
