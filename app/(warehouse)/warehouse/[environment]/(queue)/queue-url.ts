"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import { useWarehouse } from "@/components/warehouse/place";
import type { QueueView } from "./queue-tabs";

/** A change of the view; null takes a filter away. */
export type QueueChange = { [Field in keyof QueueView]?: QueueView[Field] | null };
export type ChangeQueue = (change: QueueChange, history?: "push" | "replace") => void;

// They stand in no address.
const DEFAULTS = { tab: "open", sort: "request_datetime", limit: "20", offset: "0" } as const;

/** The filters beside the tab; taking them away is what "clear filters" does. */
export const NO_FILTERS = { q: null, shipping_provider: null, until: null } as const satisfies QueueChange;

/** Whether anything but the tab narrows the queue. */
export function isFiltered({ q, shipping_provider, until }: QueueView): boolean {
  return Boolean(q || shipping_provider || until);
}

/** The view after a change. Whatever narrows or turns the queue begins again on its first page. */
export function changed(view: QueueView, change: QueueChange): QueueView {
  const next = { ...view, offset: "0", ...change };
  return { ...DEFAULTS, ...Object.fromEntries(Object.entries(next).filter(([, value]) => value)) } as QueueView;
}

/** The address of a view. */
export function queueHref(base: string, view: QueueView): string {
  const params = new URLSearchParams();
  for (const [field, value] of Object.entries(view))
    if (value && value !== DEFAULTS[field as keyof typeof DEFAULTS]) params.set(field, value);
  return params.size ? `${base}?${params}` : base;
}

/** Changes the queue by its URL, which the server reads. What was asked for is `shown` at once; the rows follow. */
export function useQueueUrl(view: QueueView) {
  const router = useRouter();
  const { href } = useWarehouse();
  const [isPending, startTransition] = useTransition();
  const [shown, show] = useOptimistic(view, changed);
  const change: ChangeQueue = (next, history = "push") =>
    startTransition(() => {
      show(next);
      router[history](queueHref(href("/"), changed(shown, next)), { scroll: false });
    });
  return { shown, change, isPending };
}
