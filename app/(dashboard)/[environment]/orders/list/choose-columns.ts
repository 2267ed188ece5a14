"use client";

import { COOKIES, rememberChoice } from "@/lib/cookies";
import { inOrder, NO_COLUMNS, type OrderColumn } from "@/lib/orders/columns";
import { columnsChanged } from "./chosen-columns";

/** A choice of columns as the cookie keeps it; `columnsOf` reads it back. */
export function columnsText(columns: readonly OrderColumn[]): string {
  return inOrder(columns).join(".") || NO_COLUMNS;
}

/** Shows these columns from now on; null: the default ones. This browser remembers them for a year. */
export function chooseColumns(columns: readonly OrderColumn[] | null): void {
  rememberChoice(COOKIES.columns, columns && columnsText(columns));
  columnsChanged();
}
