import type { FileLines } from "@/components/forms/read-file";
import type { Where } from "@/lib/api-client";
import { type ColumnMap, guessColumns, PRODUCT_COLUMNS } from "@/lib/tables/product-csv";

const MOST_KEPT = 20;

type Kept = { headers: string; map: ColumnMap };

// Kept on this device for each account: the files of one merchant are alike, those of two may differ.
function storeOf({ environment, accountId }: Where): string {
  return `sampan-product-columns:${environment}:${accountId ?? ""}`;
}

/** How a file is recognised: by its first line, or by its number of columns if that line is not a header. */
function signature([first = []]: FileLines, hasHeaders: boolean): string {
  return JSON.stringify(hasHeaders ? first.map((header) => header.trim()) : first.length);
}

function isMap(value: unknown): value is ColumnMap {
  const { hasHeaders, columns } = (value ?? {}) as Partial<ColumnMap>;
  const isColumn = (column: unknown) => column === null || (PRODUCT_COLUMNS as readonly unknown[]).includes(column);
  return typeof hasHeaders === "boolean" && Array.isArray(columns) && columns.every(isColumn);
}

function kept(where: Where): Kept[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(storeOf(where)) ?? "[]");
    return Array.isArray(read) ? read.filter((each) => typeof each?.headers === "string" && isMap(each.map)) : [];
  } catch {
    // Storage may be forbidden, or hold what another program wrote.
    return [];
  }
}

/** What the columns of a file hold: as chosen for the last file like it, else guessed from its headers. */
export function columnsOf(lines: FileLines, where: Where): ColumnMap {
  const like = (hasHeaders: boolean) =>
    kept(where).find(({ headers, map }) => map.hasHeaders === hasHeaders && headers === signature(lines, hasHeaders));
  const guessed = guessColumns(lines);
  return (like(true) ?? (guessed.hasHeaders ? undefined : like(false)))?.map ?? guessed;
}

/** Remembers somebody's choice for a file's columns. */
export function rememberColumns(lines: FileLines, map: ColumnMap, where: Where): void {
  const headers = signature(lines, map.hasHeaders);
  const others = kept(where).filter((each) => each.headers !== headers);
  try {
    localStorage.setItem(storeOf(where), JSON.stringify([{ headers, map }, ...others].slice(0, MOST_KEPT)));
  } catch {
    // Storage may be forbidden or full; the columns are then chosen again.
  }
}
