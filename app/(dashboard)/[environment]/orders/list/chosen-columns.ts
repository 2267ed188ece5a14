"use client";

import { useSyncExternalStore } from "react";
import { COOKIES, rememberedChoice } from "@/lib/cookies";
import { columnsOf, type OrderColumn } from "@/lib/orders/columns";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function readRemembered(): string {
  return rememberedChoice(COOKIES.columns) ?? "";
}

/** The columns to show: those of the cookie when the page was rendered, then the latest from `chooseColumns`. */
export function useColumns(cookie: string): readonly OrderColumn[] {
  return columnsOf(useSyncExternalStore(subscribe, readRemembered, () => cookie));
}

/** Notifies the list that the cookie has changed. */
export function columnsChanged(): void {
  for (const listener of listeners) listener();
}
