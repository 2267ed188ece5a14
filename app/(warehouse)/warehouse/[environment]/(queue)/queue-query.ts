import { QUEUE_TABS, type QueueView } from "@/components/warehouse/queue-tabs";
import { listPickPack } from "@/lib/contracts/pickpack";
import { addressOf, type RawQuery, readListQuery } from "@/lib/lists/list-query";
import type { ListView } from "@/lib/lists/list-url";

const [FIRST_TAB] = QUEUE_TABS;
const FIELDS = ["tab", "q", "shipping_provider", "customer_eid", "until", "sort", "limit", "offset"] as const;

/** The view of the queue from its URL, oldest first; a value that the list refuses falls back to its default. */
export function readQueueView(raw: RawQuery): ListView<QueueView> {
  const { tab: named = FIRST_TAB.id, sort = "request_datetime", ...filters } = raw;
  const { query, wrong } = readListQuery(listPickPack, { ...filters, sort });
  const { status: _status, wave_id: _wave, is_cancel_requested: _asked, is_collected: _had, ...rest } = query;
  const tab = QUEUE_TABS.find(({ id }) => id === named);
  return {
    query: { ...rest, tab: tab?.id ?? FIRST_TAB.id },
    wrong: [...FIELDS.filter((field) => wrong.some((each) => each === field)), ...(tab ? [] : (["tab"] as const))],
    fields: FIELDS,
    address: addressOf(raw),
  };
}
