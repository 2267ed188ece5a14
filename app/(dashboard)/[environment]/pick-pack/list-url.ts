"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import { usePlace } from "@/components/environment";
import type { ListPickPackQuery } from "@/lib/contracts/pickpack";

/** A change of the list's query; null takes a filter away. */
export type ListChange = { [Field in keyof ListPickPackQuery]?: ListPickPackQuery[Field] | null };
export type ChangeList = (change: ListChange, history?: "push" | "replace") => void;

// They stand in no address.
const DEFAULTS = { sort: "-request_datetime", limit: "20", offset: "0" } as const;

/** The filters beside the tab; taking them away is what "clear filters" does. */
export const NO_FILTERS = { q: null, shipping_provider: null, wave_id: null } as const satisfies ListChange;

/** Whether anything but the tab narrows the list. */
export function isFiltered({ q, shipping_provider, wave_id }: ListPickPackQuery): boolean {
  return Boolean(q || shipping_provider || wave_id);
}

/** The query after a change. Whatever narrows or turns the list begins again on its first page. */
export function changed(query: ListPickPackQuery, change: ListChange): ListPickPackQuery {
  const next = { ...query, offset: "0", ...change };
  return { ...DEFAULTS, ...Object.fromEntries(Object.entries(next).filter(([, value]) => value)) } as ListPickPackQuery;
}

/** The address of a query, for links and for going there; what `base` names besides is kept. */
export function listHref(base: string, query: ListPickPackQuery): string {
  const [pathname = "", search = ""] = base.split("?");
  const params = new URLSearchParams(search);
  for (const [field, value] of Object.entries(query))
    if (value && value !== DEFAULTS[field as keyof typeof DEFAULTS]) params.set(field, value);
  return params.size ? `${pathname}?${params}` : pathname;
}

/**
 * Changes the list by its URL, which the server reads (list-query.ts). What was asked for is `shown` at once; the rows
 * stay as they are until the next ones are there.
 */
export function useListUrl(query: ListPickPackQuery) {
  const router = useRouter();
  const { href } = usePlace();
  const [isPending, startTransition] = useTransition();
  const [shown, show] = useOptimistic(query, changed);
  const change: ChangeList = (next, history = "push") =>
    startTransition(() => {
      show(next);
      router[history](listHref(href("/pick-pack"), changed(shown, next)), { scroll: false });
    });
  return { shown, change, isPending };
}
