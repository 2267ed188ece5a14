"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useMemo, useRef, useState } from "react";
import { ApiFailure, type CallInput, type CallResult, queryFor } from "@/lib/api-client";
import type { ChangeList, ListChange, ListUrl, ListView } from "@/lib/lists/list-url";
import type { OperationId } from "@/lib/operations";
import { useFailureToast } from "../ui/failure-toast";
import { useWhere } from "../where";

type Page<Query extends object> = {
  /** The address of the list's page, with what it has besides the query. */
  base: string;
  url: ListUrl<Query>;
};

/**
 * What a list shows, which is all in its address. `view`: what the server has read of that. A change is in the address at
 * once, without asking the server for the page.
 */
export function useListQuery<Query extends object>(view: ListView<Query>, { base, url }: Page<Query>) {
  const showFailure = useFailureToast({ reading: true });
  const address = useSearchParams().toString();
  const isServers = address === view.address;
  const query = useMemo(
    () => (isServers ? view.query : url.queryOf(address, view.fields)),
    [isServers, address, url, view],
  );
  // Of two changes at the same moment the second begins with the first.
  const latest = useRef(query);
  useEffect(() => {
    latest.current = query;
  }, [query]);

  const hrefOf = (next: ListChange<Query>) => url.listHref(base, url.changed(query, next));
  const change: ChangeList<Query> = (next, history = "push") => {
    if (!navigator.onLine)
      return showFailure(new ApiFailure({ kind: "network", status: 0, message: "There is no network." }));
    latest.current = url.changed(latest.current, next);
    // Next follows the browser's history.
    window.history[`${history}State`](null, "", url.listHref(base, latest.current));
  };
  return { query, wrong: isServers ? view.wrong : [], isServers, change, hrefOf };
}

/** A list on its page: its query, and the rows that the API gives; those before a change stay until the next are there. */
export function useList<Id extends OperationId, Query extends object>(
  id: Id,
  view: ListView<Query>,
  {
    inputOf = (query) => query as CallInput<Id>,
    refreshMs = false,
    ...page
  }: Page<Query> & {
    /** What the operation gets; the query itself unless given. */
    inputOf?: (query: Query) => CallInput<Id>;
    /** How often it is read again, in ms; also by what was read last. */
    refreshMs?: number | false | ((last: CallResult<Id>) => number | false);
  },
) {
  const where = useWhere();
  const shown = useListQuery(view, page);
  const { query, isServers } = shown;
  const rows = useQuery({
    ...queryFor(id, inputOf(query), where),
    refetchInterval:
      typeof refreshMs === "function" ? ({ state }) => (state.data ? refreshMs(state.data) : false) : refreshMs,
    placeholderData: keepPreviousData,
  });
  const router = useRouter();
  const isRefused = rows.error instanceof ApiFailure && rows.error.status === 400;
  // What was typed is no query of this list: the server reads the address again, and leaves out what is wrong.
  useEffect(() => {
    if (isRefused && !isServers) router.refresh();
  }, [isRefused, isServers, router]);
  /** The query that the rows on the page answer. */
  const [rowsOf, setRowsOf] = useState(query);
  if (rows.data && !rows.isPlaceholderData && rowsOf !== query) setRowsOf(query);
  return { ...shown, rows, rowsOf, isBusy: rows.isPlaceholderData };
}
