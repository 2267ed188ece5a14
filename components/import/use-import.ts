"use client";

import { useQuery } from "@tanstack/react-query";
import { useWhere } from "@/components/where";
import { queryFor } from "@/lib/api-client";
import type { ImportStatus } from "@/lib/contracts/import";
import { SHOWN_IMPORTS } from "./shown-imports";

const POLL_MS = 700;

/** Whether the server works on it. */
export const isUnderWay = ({ status }: { status: ImportStatus }) => status === "CHECKING" || status === "RUNNING";

/** An import, read again while the server works on it. */
export function useImport(import_id: string) {
  const where = useWhere();
  return useQuery({
    ...queryFor("readImport", { import_id }, where),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? POLL_MS : false),
  });
}

/** The latest imports, read again while the server works on one. */
export function useImports() {
  const where = useWhere();
  return useQuery({
    ...queryFor("listImports", SHOWN_IMPORTS, where),
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? POLL_MS : false),
  });
}
