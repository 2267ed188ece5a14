import type { DataOf } from "@/lib/contracts/contract";
import type { countPickPack, ListPickPackQuery } from "@/lib/contracts/pickpack";
import type { PickPackStatus } from "@/lib/warehouse/pickpack-status";

/** The tabs of the queue and the states that each shows; null: any state. */
export const QUEUE_TABS = [
  { id: "open", statuses: ["PICKPACK_PENDING_CONFIRM", "PICKPACK_CONFIRMED"] },
  { id: "pending", statuses: ["PICKPACK_PENDING_CONFIRM"] },
  { id: "confirmed", statuses: ["PICKPACK_CONFIRMED"] },
  { id: "asked", statuses: null },
  // What waits for the courier, and what the courier has (contract §7.11).
  { id: "ready", statuses: ["PICKPACK_READY_TO_SHIPMENT"], is_collected: "N" },
  { id: "done", statuses: ["PICKPACK_READY_TO_SHIPMENT"], is_collected: "Y" },
  { id: "rejected", statuses: ["PICKPACK_REJECTED"] },
  { id: "cancelled", statuses: ["PICKPACK_CANCELLED"] },
  { id: "all", statuses: null },
] as const satisfies readonly {
  id: string;
  statuses: readonly PickPackStatus[] | null;
  is_collected?: ListPickPackQuery["is_collected"];
}[];
export type QueueTab = (typeof QUEUE_TABS)[number];
type TabId = QueueTab["id"];

/** What the address of the queue selects. */
export type QueueView = Pick<
  ListPickPackQuery,
  "shipping_provider" | "customer_eid" | "q" | "until" | "sort" | "limit" | "offset"
> & { tab: TabId };

/** The query of a view's rows. */
export function listQueryOf({ tab, ...query }: QueueView): ListPickPackQuery {
  if (tab === "asked") return { ...query, is_cancel_requested: "Y" };
  const found = QUEUE_TABS.find(({ id }) => id === tab);
  if (!found?.statuses) return query;
  const collected = "is_collected" in found ? { is_collected: found.is_collected } : {};
  return { ...query, status: found.statuses.join(","), ...collected };
}

/** The query of the tabs' counts: a view's filters without its tab. */
export function countQueryOf({ shipping_provider, customer_eid, q, until }: QueueView) {
  return { shipping_provider, customer_eid, q, until };
}

/** The query of a view's figures by service. */
export function laneQueryOf({ until, customer_eid }: Pick<QueueView, "until" | "customer_eid">) {
  return { ...(until ? { until } : {}), ...(customer_eid ? { customer_eid } : {}) };
}

/** How many orders a tab holds. */
export function countOf({ id, statuses }: QueueTab, counts: DataOf<typeof countPickPack>): number {
  if (id === "asked") return counts.cancel_requested;
  if (id === "done") return counts.collected;
  if (id === "ready") return counts.by_status.PICKPACK_READY_TO_SHIPMENT - counts.collected;
  if (!statuses) return counts.total;
  return statuses.reduce((sum, status) => sum + counts.by_status[status], 0);
}
