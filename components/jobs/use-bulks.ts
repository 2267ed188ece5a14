"use client";

import { useQuery } from "@tanstack/react-query";
import { useWhere } from "@/components/where";
import { queryFor } from "@/lib/api-client";

const POLL_MS = 1000;
/** All that are kept and shown. */
const BULKS = { limit: "100" };

/** The bulk actions, read again while one runs. */
export function useBulks() {
  const where = useWhere();
  return useQuery({
    ...queryFor("listBulks", BULKS, where),
    refetchInterval: ({ state }) => (state.data?.data.some(({ state: of }) => of === "RUNNING") ? POLL_MS : false),
  });
}
