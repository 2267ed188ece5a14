"use client";

import { useSyncExternalStore } from "react";
import { COLUMNS_COOKIE, columnsOf, type OrderColumn } from "@/lib/order-columns";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function remembered(): string {
  return document.cookie.split(`${COLUMNS_COOKIE}=`)[1]?.split(";")[0] ?? "";
}

/** The columns to show: those of the cookie when the page was rendered, then the latest from `chooseColumns`. */
export function useColumns(cookie: string): readonly OrderColumn[] {
  return columnsOf(useSyncExternalStore(subscribe, remembered, () => cookie));
}

/** Notifies the list that the cookie has changed. */
export function columnsChanged(): void {
  for (const listener of listeners) listener();
}
