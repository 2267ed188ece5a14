"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import { usePlace } from "@/components/environment";
import type { ListOrdersQuery } from "@/lib/contracts/order";

/** A change of the list's query; null takes a filter away. */
export type ListChange = { [Field in keyof ListOrdersQuery]?: ListOrdersQuery[Field] | null };
export type ChangeList = (change: ListChange, history?: "push" | "replace") => void;

// They stand in no address.
const DEFAULTS: Partial<Record<string, string>> = { sort: "-create_time", limit: "20", offset: "0" };

/** The query after a change. Whatever narrows or turns the list begins again on its first page. */
export function changed(query: ListOrdersQuery, change: ListChange): ListOrdersQuery {
  const next: Record<string, string | null | undefined> = { ...query, offset: "0", ...change };
  const kept = Object.entries(next).filter(([, value]) => value);
  return { sort: "-create_time", limit: "20", offset: "0", ...Object.fromEntries(kept) } as ListOrdersQuery;
}

/** The address of a query, for links and for going there; what `base` names besides is kept. */
export function listHref(base: string, query: ListOrdersQuery): string {
  const [pathname = "", search = ""] = base.split("?");
  const params = new URLSearchParams(search);
  for (const [field, value] of Object.entries(query)) if (value && value !== DEFAULTS[field]) params.set(field, value);
  // Commas are readable in an address, and need no escape there.
  return params.size ? `${pathname}?${params.toString().replaceAll("%2C", ",")}` : pathname;
}

/**
 * Changes the list by its URL, which the server reads (list-query.ts). What was asked for is `shown` on tabs, filters and
 * heads at once; the rows stay as they are until the next ones are there.
 */
export function useListUrl(query: ListOrdersQuery) {
  const router = useRouter();
  const { href } = usePlace();
  const [isPending, startTransition] = useTransition();
  const [shown, show] = useOptimistic(query, changed);
  const change: ChangeList = (next, history = "push") =>
    startTransition(() => {
      show(next);
      router[history](listHref(href("/orders"), changed(shown, next)), { scroll: false });
    });
  return { shown, change, isPending };
}
