import type { DataOf } from "@/lib/contracts/contract";
import type { countPickPack, ListPickPackQuery } from "@/lib/contracts/pickpack";
import type { PickPackStatus } from "@/lib/pickpack-status";

/** The tabs of the queue and the states that each shows; null: not told apart by state. */
export const QUEUE_TABS = [
  { id: "open", statuses: ["PICKPACK_PENDING_CONFIRM", "PICKPACK_CONFIRMED"] },
  { id: "pending", statuses: ["PICKPACK_PENDING_CONFIRM"] },
  { id: "confirmed", statuses: ["PICKPACK_CONFIRMED"] },
  { id: "asked", statuses: null },
  { id: "ready", statuses: ["PICKPACK_READY_TO_SHIPMENT"] },
  { id: "rejected", statuses: ["PICKPACK_REJECTED"] },
  { id: "cancelled", statuses: ["PICKPACK_CANCELLED"] },
  { id: "all", statuses: null },
] as const satisfies readonly { id: string; statuses: readonly PickPackStatus[] | null }[];
export type QueueTab = (typeof QUEUE_TABS)[number];
export type TabId = QueueTab["id"];

/** What the address of the queue asks for. */
export type QueueView = Pick<ListPickPackQuery, "shipping_provider" | "q" | "until" | "sort" | "limit" | "offset"> & {
  tab: TabId;
};

/** The query of a view's rows. */
export function listQueryOf({ tab, ...query }: QueueView): ListPickPackQuery {
  if (tab === "asked") return { ...query, is_cancel_requested: "Y" };
  const statuses = QUEUE_TABS.find(({ id }) => id === tab)?.statuses;
  return statuses ? { ...query, status: statuses.join(",") } : query;
}

/** The query of a view's figures by service. */
export function laneQueryOf({ until }: Pick<QueueView, "until">): { until?: string } {
  return until ? { until } : {};
}

/** How many orders a tab holds, filters aside. */
export function countOf({ id, statuses }: QueueTab, counts: DataOf<typeof countPickPack>): number {
  if (id === "asked") return counts.cancel_requested;
  if (!statuses) return counts.total;
  return statuses.reduce((sum, status) => sum + counts.by_status[status], 0);
}
