import { saveFile } from "@/components/save-file";
import { call, type Where } from "@/lib/api-client";
import { hongKongDate } from "@/lib/calendar";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import { type ExportColumn, type ExportFormat, XLSX } from "@/lib/orders/export-columns";

/** Selected orders, or all that match a list's query. */
export type Exported = { ids: readonly string[] } | { query: ListOrdersQuery };

const TYPES: Record<ExportFormat, string> = { csv: "text/csv;charset=utf-8", xlsx: XLSX };

/** The filters of a list's query, without its page and sorting. */
function filtersOf({ limit: _limit, offset: _offset, sort: _sort, ...filters }: ListOrdersQuery) {
  return filters;
}

/**
 * Saves orders as a file: the selected ones in the order of selection, or all that match a list's query, newest first.
 * @throws ApiFailure
 */
export async function exportOrders(
  what: Exported,
  { format, columns }: { format: ExportFormat; columns: readonly ExportColumn[] },
  where: Where,
): Promise<void> {
  const answer =
    "ids" in what
      ? await call("exportSelected", { order_ids: [...what.ids], format, columns: [...columns] }, where)
      : await call("exportOrders", { ...filtersOf(what.query), format, columns: columns.join(",") }, where);
  const bytes = Uint8Array.from(atob(answer.content), (character) => character.charCodeAt(0));
  const name = where.environment === "testing" ? "sampan-test-orders" : "sampan-orders";
  saveFile({
    blob: new Blob([bytes], { type: TYPES[format] }),
    filename: `${name}-${hongKongDate(new Date())}.${format}`,
  });
}
