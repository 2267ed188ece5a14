import type { CallInput } from "@/lib/api-client";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import type { ListChange } from "./orders-url";

/** The filters besides the tab; removing them is what "clear filters" does. */
export const NO_FILTERS = {
  q: null,
  ship_type: null,
  shipping_provider: null,
  created_from: null,
  created_to: null,
  order_ids: null,
  reference: null,
  country: null,
  cod: null,
  printed: null,
  pickup_date: null,
  late: null,
  source: null,
  tag: null,
} as const satisfies ListChange;

/** Whether anything besides the tab filters the list. */
export function isFiltered(query: ListOrdersQuery): boolean {
  return Object.keys(NO_FILTERS).some((field) => query[field as keyof typeof NO_FILTERS]);
}

/** The filters of a query besides the tab, for the counts on the tabs. */
export function filtersOf(query: ListOrdersQuery): CallInput<"countOrders"> {
  return Object.fromEntries(Object.entries(query).filter(([field]) => field in NO_FILTERS));
}
