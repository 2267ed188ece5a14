import type { ListPickPackQuery } from "@/lib/contracts/pickpack";
import type { PickPackStatus } from "@/lib/warehouse/pickpack-status";

/** The tabs of the list and what each shows; null shows all. The one table for tabs and their counts. */
export const LIST_TABS = [
  { id: "all", status: null },
  { id: "pending", status: "PICKPACK_PENDING_CONFIRM" },
  { id: "confirmed", status: "PICKPACK_CONFIRMED" },
  { id: "ready", status: "PICKPACK_READY_TO_SHIPMENT" },
  { id: "rejected", status: "PICKPACK_REJECTED" },
  { id: "cancelled", status: "PICKPACK_CANCELLED" },
  { id: "asked", status: null },
] as const satisfies readonly { id: string; status: PickPackStatus | null }[];
export type ListTab = (typeof LIST_TABS)[number];

/** The tab of a query; undefined if it names several states. */
export function tabOf({ status, is_cancel_requested }: ListPickPackQuery): ListTab["id"] | undefined {
  if (is_cancel_requested) return is_cancel_requested === "Y" && !status ? "asked" : undefined;
  return LIST_TABS.find((tab) => tab.status === (status ?? null))?.id;
}
