import type { OrderRow } from "@/lib/contracts/order";

/** What documents need to know about their order; rows of lists and full records both have it. */
export type DocumentOrder = Pick<OrderRow, "order_id" | "ship_type" | "order_status" | "tracking_number">;

/** Whether an order has documents: from when it has a tracking number until it is cancelled. */
export function hasDocuments({ order_status, tracking_number }: DocumentOrder): boolean {
  return tracking_number !== null && order_status !== "CANCELLED";
}
