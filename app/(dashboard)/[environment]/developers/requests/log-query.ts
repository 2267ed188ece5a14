import { listRequests } from "@/lib/contracts/request";
import { type RawQuery, readListQuery } from "@/lib/lists/list-query";
import type { ListView } from "@/lib/lists/list-url";
import type { LogView } from "./requests-url";

/** What the address of the request log selects: the list's query, its tab, and the call that is open. */
export function readLogView(raw: RawQuery): ListView<LogView> {
  const calls = readListQuery(listRequests, raw);
  const request = typeof raw.request === "string" && /^\w{1,60}$/.test(raw.request) ? raw.request : undefined;
  return {
    ...calls,
    query: { ...calls.query, ...(raw.tab === "errors" ? { tab: raw.tab } : {}), ...(request ? { request } : {}) },
    fields: [...calls.fields, "tab", "request"],
  };
}
