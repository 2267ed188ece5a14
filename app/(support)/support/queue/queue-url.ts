import type { ListCasesQuery } from "@/lib/contracts/case";
import { listUrl } from "@/lib/lists/list-url";

/** What the queue shows: its list's query, and the case that is open. */
export type QueueQuery = ListCasesQuery & { case?: string };

export const QUEUE_URL = listUrl<QueueQuery>({ state: "open", limit: "50", offset: "0" });

/** The list's query of what the queue shows. */
export function casesQuery({ case: _chosen, ...query }: QueueQuery): ListCasesQuery {
  return query;
}

/** All views begin without these. */
export const NO_FILTERS = { kind: null, state: null, claimed: null, case: null } as const;
