import type { Where } from "@/lib/api-client";
import type { ListOrdersQuery } from "@/lib/contracts/order";

/** The page of the order list that was looked at last, in this tab: an order's page leads back to it, and to its neighbours there. */
export type ListTrail = {
  query: ListOrdersQuery;
  ids: readonly string[];
  total: number;
};

function nameOf({ environment, accountId }: Where): string {
  return `order-list ${environment} ${accountId ?? ""}`;
}

export function saveTrail(where: Where, trail: ListTrail): void {
  sessionStorage.setItem(nameOf(where), JSON.stringify(trail));
}

/** Null: no list was looked at in this tab. */
export function readTrail(where: Where): ListTrail | null {
  const kept = sessionStorage.getItem(nameOf(where));
  return kept === null ? null : (JSON.parse(kept) as ListTrail);
}
