import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { type ReactNode, useLayoutEffect, useMemo, useState } from "react";
import type { z } from "zod";
import { readListQuery } from "@/lib/list-query";

/** The addresses that the page has changed to by the browser's history. */
export const visited: string[] = [];

/** A page at an address, which follows the browser's history as Next does. */
export function AtAddress({ search = "", children }: { search?: string; children: ReactNode }) {
  const [shown, setShown] = useState(search);
  const params = useMemo(() => new URLSearchParams(shown), [shown]);
  useLayoutEffect(() => {
    const { history } = window;
    const { pushState, replaceState } = history;
    history.pushState = (_data, _unused, url) => {
      visited.push(String(url));
      setShown(new URL(String(url), "http://localhost").search);
    };
    history.replaceState = history.pushState;
    return () => {
      Object.assign(history, { pushState, replaceState });
      visited.length = 0;
    };
  }, []);
  return <SearchParamsContext value={params}>{children}</SearchParamsContext>;
}

/** What the server reads of an address for a list. */
export function viewOf<Query extends z.ZodObject>(contract: { query?: Query | undefined }, search: string) {
  return readListQuery(contract, Object.fromEntries(new URLSearchParams(search)));
}
