"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import type { ListProductsQuery } from "@/lib/contracts/product";

/** A change of the list's query; null takes a filter away. */
export type ListChange = { [Field in keyof ListProductsQuery]?: ListProductsQuery[Field] | null };
export type ChangeList = (change: ListChange, history?: "push" | "replace") => void;

// They stand in no address.
const DEFAULTS = { sort: "sku", limit: "20", offset: "0" } as const;

/** The query after a change. Whatever narrows or turns the list begins again on its first page. */
export function changed(query: ListProductsQuery, change: ListChange): ListProductsQuery {
  const next = { ...query, offset: "0", ...change };
  return {
    ...DEFAULTS,
    ...Object.fromEntries(Object.entries(next).filter(([, value]) => value)),
  } as ListProductsQuery;
}

/** The address of a query, for links and for going there; what `base` names besides is kept. */
export function listHref(base: string, query: ListProductsQuery): string {
  const [pathname = "", search = ""] = base.split("?");
  const params = new URLSearchParams(search);
  for (const [field, value] of Object.entries(query))
    if (value && value !== DEFAULTS[field as keyof typeof DEFAULTS]) params.set(field, value);
  return params.size ? `${pathname}?${params}` : pathname;
}

/**
 * Changes the list by its URL, which the server reads. What was asked for is `shown` at once; the rows stay as they are
 * until the next ones are there.
 */
export function useListUrl(query: ListProductsQuery, base: string) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [shown, show] = useOptimistic(query, changed);
  const change: ChangeList = (next, history = "push") =>
    startTransition(() => {
      show(next);
      router[history](listHref(base, changed(shown, next)), { scroll: false });
    });
  return { shown, change, isPending };
}
