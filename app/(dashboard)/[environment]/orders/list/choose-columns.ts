"use client";

import { COLUMNS_COOKIE, inOrder, NO_COLUMNS, type OrderColumn } from "@/lib/order-columns";
import { columnsChanged } from "./chosen-columns";

const YEAR_SECONDS = 365 * 86_400;

/** A choice of columns as the cookie keeps it; `columnsOf` reads it back. */
export function columnsText(columns: readonly OrderColumn[]): string {
  return inOrder(columns).join(".") || NO_COLUMNS;
}

/** Shows these columns from now on; null: the default ones. This browser remembers them for a year. */
export function chooseColumns(columns: readonly OrderColumn[] | null): void {
  const secure = window.location.protocol === "https:" ? "; secure" : "";
  const age = columns ? YEAR_SECONDS : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist over plain http
  document.cookie = `${COLUMNS_COOKIE}=${columnsText(columns ?? [])}; path=/; max-age=${age}; samesite=lax${secure}`;
  columnsChanged();
}
