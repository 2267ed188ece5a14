import { AppRouterContext, type AppRouterInstance } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { type ReactNode, use, useLayoutEffect, useMemo, useState } from "react";
import { vi } from "vitest";
import type { z } from "zod";
import { readListQuery } from "@/lib/lists/list-query";

/** The addresses that the page has changed to by the browser's history. */
export const visited: string[] = [];

/** Asks the server for the page again. */
export const refresh = vi.fn();

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
  return (
    <AppRouterContext value={use(AppRouterContext) ?? ({ refresh } as unknown as AppRouterInstance)}>
      <SearchParamsContext value={params}>{children}</SearchParamsContext>
    </AppRouterContext>
  );
}

/** What the server reads of an address for a list. */
export function viewOf<Query extends z.ZodObject>(contract: { query?: Query | undefined }, search: string) {
  return readListQuery(contract, Object.fromEntries(new URLSearchParams(search)));
}
