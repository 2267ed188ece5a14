import type { QueueView } from "@/components/warehouse/queue-tabs";
import * as url from "@/lib/lists/list-url";

export type QueueChange = url.ListChange<QueueView>;
export type ChangeQueue = url.ChangeList<QueueView>;

export const QUEUE_URL = url.listUrl<QueueView>({ tab: "open", sort: "request_datetime", limit: "20", offset: "0" });

/** The filters besides the tab; removing them is what "clear filters" does. */
export const NO_FILTERS = {
  q: null,
  shipping_provider: null,
  until: null,
  customer_eid: null,
} as const satisfies QueueChange;

/** Whether anything besides the tab filters the queue. */
export function isFiltered({ q, shipping_provider, until, customer_eid }: QueueView): boolean {
  return Boolean(q || shipping_provider || until || customer_eid);
}
