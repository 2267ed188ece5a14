import { saveCsv } from "@/components/save-file";
import type { Where } from "@/lib/api-client";
import { hongKongDate } from "@/lib/calendar";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import { lazily } from "@/lib/lazily";
import { callLazily, lazyContract } from "@/lib/lazy-contract";

const EXPORT_ORDERS = lazyContract("exportOrders", () => lazily(() => import("@/lib/contracts/order-export")));
/** As many orders as the API takes by their ids at once. */
const CHUNK = 100;
const LINE_FEED = 10;

function chunked(ids: readonly string[]): { order_ids: string }[] {
  const starts = Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, index) => index * CHUNK);
  return starts.map((start) => ({ order_ids: ids.slice(start, start + CHUNK).join(",") }));
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/**
 * Saves orders as a CSV file: the selected ones in the order of the selection, or all that a list's query lets through,
 * the newest first. Nothing is saved unless all of it came. @throws ApiFailure
 */
export async function exportOrders(
  what: { ids: readonly string[] } | { query: ListOrdersQuery },
  where: Where,
): Promise<void> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (const input of "ids" in what ? chunked(what.ids) : [what.query]) {
    const bytes = bytesOf((await callLazily(EXPORT_ORDERS, input, where)).content);
    // Every file begins with the byte order mark and the heads of the columns: the first one's are enough.
    parts.push(parts.length ? bytes.subarray(bytes.indexOf(LINE_FEED) + 1) : bytes);
  }
  const name = where.environment === "testing" ? "sampan-test-orders" : "sampan-orders";
  saveCsv(new Blob(parts), `${name}-${hongKongDate(new Date())}.csv`);
}
