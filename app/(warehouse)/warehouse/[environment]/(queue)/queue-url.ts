import * as url from "@/lib/list-url";
import type { QueueView } from "./queue-tabs";

export type QueueChange = url.ListChange<QueueView>;
export type ChangeQueue = url.ChangeList<QueueView>;

export const QUEUE_URL = url.listUrl<QueueView>({ tab: "open", sort: "request_datetime", limit: "20", offset: "0" });

/** The filters beside the tab; taking them away is what "clear filters" does. */
export const NO_FILTERS = { q: null, shipping_provider: null, until: null } as const satisfies QueueChange;

/** Whether anything but the tab narrows the queue. */
export function isFiltered({ q, shipping_provider, until }: QueueView): boolean {
  return Boolean(q || shipping_provider || until);
}
