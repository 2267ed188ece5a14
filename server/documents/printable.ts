import type { LabelStatus, SKIP_REASONS, SkippedOrder } from "@/lib/contracts/document";
import type { OrderRow } from "@/server/orders";

type SkipReason = (typeof SKIP_REASONS)[number];
type Judged = Pick<OrderRow, "id" | "status" | "tracking_number">;

/** Whether an order has documents. */
export function statusOf(order: Pick<Judged, "status" | "tracking_number">): LabelStatus {
  if (order.status === "CANCELLED") return "CANCELLED";
  return order.tracking_number === null ? "NOT_CONFIRMED" : "READY";
}

/** Why there is no label. */
export const NO_LABEL: Record<SkipReason, string> = {
  NOT_FOUND: "There is no such order, or it is not yours.",
  NOT_CONFIRMED: "The order is not confirmed: it has no label yet.",
  CANCELLED: "The order is cancelled: its label must not be used any more.",
  DUPLICATE: "The order is in the list before: its labels are printed once.",
};

/** Splits ids into the orders to print, in the given order, and what is left out, with the reason. */
export function sorted<Order extends Judged>(
  ids: readonly string[],
  orders: readonly Order[],
): { ready: Order[]; skipped: SkippedOrder[] } {
  // Ids with leading zeros are the same order.
  const byId = new Map(orders.map((order) => [BigInt(order.id), order]));
  const ready = new Set<Order>();
  const skipped: SkippedOrder[] = [];
  for (const id of ids) {
    const order = byId.get(BigInt(id));
    const status = order ? statusOf(order) : "NOT_FOUND";
    const reason = order && ready.has(order) ? "DUPLICATE" : status;
    if (order && reason === "READY") ready.add(order);
    else skipped.push({ order_id: id, code_reason: reason as SkipReason, message: NO_LABEL[reason as SkipReason] });
  }
  return { ready: [...ready], skipped };
}
