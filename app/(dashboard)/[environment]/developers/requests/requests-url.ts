import type { InputOf } from "@/lib/contracts/contract";
import type { listRequests } from "@/lib/contracts/request";
import * as url from "@/lib/lists/list-url";

/** What the address of the request log selects: the list's query, its tab, and the call that is open. */
export type LogView = InputOf<typeof listRequests> & { tab?: "errors" | undefined; request?: string | undefined };
export type ChangeView = url.ChangeList<LogView>;

export const LOG_URL = url.listUrl<LogView>({ limit: "20", offset: "0" });

/** The query of the calls. */
export function callsQuery({ tab: _tab, request: _request, ...query }: LogView) {
  return query;
}

/** The query of the errors in groups: of its filters it has those of client and days. */
export function errorsQuery({ client_id, from, to, limit, offset }: LogView) {
  return { ...(client_id ? { client_id } : {}), ...(from ? { from } : {}), ...(to ? { to } : {}), limit, offset };
}

/** The events of what is searched for, beside its calls. */
export const eventsOf = (q: string) => ({ q, limit: "20" });
