import { type OrderStatus, STUCK_STATUSES } from "@/lib/orders/status";

/** The tabs of the order list and the states that each shows; null shows all. The one table for tabs and their counts. */
export const LIST_TABS = [
  { id: "all", statuses: null },
  { id: "toConfirm", statuses: ["PENDING_CONFIRM"] },
  { id: "attention", statuses: STUCK_STATUSES },
  { id: "ready", statuses: ["READY_TO_SHIP"] },
  { id: "inTransit", statuses: ["PICKED_UP", "IN_TRANSIT", "OUT_FOR_DELIVERY"] },
  { id: "delivered", statuses: ["DELIVERED"] },
  { id: "cancelled", statuses: ["CANCELLED"] },
] as const satisfies readonly { id: string; statuses: readonly OrderStatus[] | null }[];
export type ListTab = (typeof LIST_TABS)[number];

/** The URL's value for the tab of drafts, which are not orders yet and have their own list. */
export const DRAFTS = "DRAFT";

/** The tab of a `status` filter, whose states may be in any order; undefined if no tab matches. */
export function tabOf(status: string | undefined): ListTab | undefined {
  const wanted = status ? [...new Set(status.split(","))].sort().join() : "";
  return LIST_TABS.find(({ statuses }) => (statuses ? [...statuses].sort().join() : "") === wanted);
}
