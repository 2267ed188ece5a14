import { saveCsv } from "@/components/save-file";
import { call, type Where } from "@/lib/api-client";
import { hongKongDate } from "@/lib/calendar";
import type { ListOrdersQuery } from "@/lib/contracts/order";

/** The most ids in one request. */
const CHUNK = 100;
const LINE_FEED = 10;

function chunked(ids: readonly string[]): { order_ids: string }[] {
  const starts = Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, index) => index * CHUNK);
  return starts.map((start) => ({ order_ids: ids.slice(start, start + CHUNK).join(",") }));
}

/** The filters of a list's query, without its page and sorting. */
function filtersOf({ limit: _limit, offset: _offset, sort: _sort, ...filters }: ListOrdersQuery) {
  return filters;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/**
 * Saves orders as a CSV file: the selected ones in the order of selection, or all that match a list's query, newest
 * first. Nothing is saved unless everything arrived. @throws ApiFailure
 */
export async function exportOrders(
  what: { ids: readonly string[] } | { query: ListOrdersQuery },
  where: Where,
): Promise<void> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (const input of "ids" in what ? chunked(what.ids) : [filtersOf(what.query)]) {
    const bytes = bytesOf((await call("exportOrders", input, where)).content);
    // Every file starts with the byte order mark and the column headings: keep only the first one's.
    parts.push(parts.length ? bytes.subarray(bytes.indexOf(LINE_FEED) + 1) : bytes);
  }
  const name = where.environment === "testing" ? "sampan-test-orders" : "sampan-orders";
  saveCsv(new Blob(parts), `${name}-${hongKongDate(new Date())}.csv`);
}
