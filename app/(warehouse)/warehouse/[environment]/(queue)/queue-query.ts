import { QUEUE_TABS, type QueueView } from "@/components/warehouse/queue-tabs";
import { listPickPack } from "@/lib/contracts/pickpack";
import { type RawQuery, readListQuery } from "@/lib/list-query";

const [FIRST_TAB] = QUEUE_TABS;

/** The view of the queue from its URL, oldest first; a value that the list refuses falls back to its default. */
export function readQueueView(raw: RawQuery): { view: QueueView; isWrong: boolean } {
  const { tab: named = FIRST_TAB.id, sort = "request_datetime", ...filters } = raw;
  const { query, wrong } = readListQuery(listPickPack, { ...filters, sort });
  const { status: _status, wave_id: _wave, is_cancel_requested: _asked, is_collected: _had, ...rest } = query;
  const tab = QUEUE_TABS.find(({ id }) => id === named);
  return { view: { ...rest, tab: tab?.id ?? FIRST_TAB.id }, isWrong: wrong.length > 0 || !tab };
}
