"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { useTransition } from "react";
import type { ListOrdersQuery } from "@/lib/contracts/order";

/** A change of the list's query; null takes a filter away. */
export type ListChange = { [Field in keyof ListOrdersQuery]?: ListOrdersQuery[Field] | null };

// The server judges what they hold (list-query.ts); here they are only written.
const FIELDS = {
  status: parseAsString,
  ship_type: parseAsString,
  shipping_provider: parseAsString,
  q: parseAsString,
  created_from: parseAsString,
  created_to: parseAsString,
  sort: parseAsString,
  limit: parseAsString,
  offset: parseAsString,
} satisfies Record<keyof ListOrdersQuery, typeof parseAsString>;

const DEFAULTS: Partial<Record<keyof ListOrdersQuery, string>> = { sort: "-create_time", limit: "20", offset: "0" };

function written(change: ListChange): Record<string, string | null> {
  // Whatever narrows or turns the list begins again on its first page.
  const full: ListChange = "offset" in change ? change : { ...change, offset: null };
  return Object.fromEntries(
    Object.entries(full).map(([field, value]) => [
      field,
      value && value !== DEFAULTS[field as keyof ListOrdersQuery] ? value : null,
    ]),
  );
}

/** The address of the list with a change, for links; it keeps everything else. */
export function listHref(base: string, query: ListOrdersQuery, change: ListChange): string {
  const [pathname = "", search = ""] = base.split("?");
  const params = new URLSearchParams(search);
  for (const [field, value] of Object.entries({ ...written(query), ...written(change) }))
    if (value) params.set(field, value);
    else params.delete(field);
  // Commas are readable in an address, and need no escape there.
  return params.size ? `${pathname}?${params.toString().replaceAll("%2C", ",")}` : pathname;
}

/** Changes the list by its URL. The rows stay as they are until the next ones are there: `isPending`. */
export function useListUrl() {
  const [isPending, startTransition] = useTransition();
  const [, write] = useQueryStates(FIELDS, { shallow: false, startTransition });
  const change = (next: ListChange, history: "push" | "replace" = "push") => void write(written(next), { history });
  return { change, isPending };
}
