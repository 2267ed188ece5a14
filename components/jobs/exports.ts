"use client";

import { useQuery } from "@tanstack/react-query";
import { fetchFile } from "@/components/documents/pdf-file";
import { useWhere } from "@/components/where";
import { queryFor, type Where } from "@/lib/api-client";
import { hongKongDate } from "@/lib/calendar";
import type { Export } from "@/lib/contracts/order-export";
import type { ExportFormat } from "@/lib/orders/export-columns";
import { XLSX } from "@/lib/tables/file-types";
import { SHOWN_EXPORTS } from "./shown-exports";

const POLL_MS = 1000;
/** Whether its file is still to come. */
export function isWriting({ state }: Pick<Export, "state">): boolean {
  return state === "QUEUED" || state === "RUNNING";
}

/** The exports, read again while one is being written. */
export function useExports() {
  const where = useWhere();
  return useQuery({
    ...queryFor("listExports", SHOWN_EXPORTS, where),
    refetchInterval: ({ state }) => (state.data?.data.some(isWriting) ? POLL_MS : false),
  });
}

/** One export, read again while it is being written. */
export function useExport(id: string) {
  const where = useWhere();
  return useQuery({
    ...queryFor("readExport", { id }, where),
    refetchInterval: ({ state }) => (!state.data || isWriting(state.data) ? POLL_MS : false),
  });
}

/** How a file of orders is called on the device. */
export function exportName({ environment }: Where, format: ExportFormat, at: Date): string {
  return `${environment === "testing" ? "sampan-test-orders" : "sampan-orders"}-${hongKongDate(at)}.${format}`;
}

/** The file of an export that is done. @throws ApiFailure */
export async function fetchExport({ export_id: id, format, create_time }: Export, where: Where) {
  const { blob } = await fetchFile("readExportFile", { id }, where, format === "xlsx" ? XLSX : "text/csv");
  return { blob, filename: exportName(where, format, new Date(create_time)) };
}
