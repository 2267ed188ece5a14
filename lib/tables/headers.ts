import { readCell } from "./csv-cells";

/** A header as headers are compared: without spaces, signs and units. */
export function plainHeader(header: string): string {
  return header
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\((kg|cm|hkd|hk\$|公斤|厘米|港元|港幣)\)|[^\p{L}\p{N}]/gu, "");
}

/** Finds the column that a header names, by its own name or by others that people use for it; null: none. */
export function headerFinder<Column extends string>(
  others: Readonly<Record<Column, readonly string[]>>,
): (header: string) => Column | null {
  const known = new Map<string, Column>();
  for (const column of Object.keys(others) as Column[])
    for (const name of [column, ...others[column]])
      if (!known.has(plainHeader(name))) known.set(plainHeader(name), column);
  return (header) => known.get(plainHeader(readCell(header.trim()))) ?? null;
}

/** What each column of a file holds, by its header, null: nothing of ours; of two with the same meaning the first counts. */
export function columnsByHeader<Column extends string>(
  headers: readonly string[],
  find: (header: string) => Column | null,
): (Column | null)[] {
  const columns: (Column | null)[] = [];
  for (const header of headers) {
    const column = find(header);
    columns.push(column !== null && columns.includes(column) ? null : column);
  }
  return columns;
}

/** The same by the headers themselves, each of which there is once. */
export function guessByHeader<Column extends string>(
  headers: readonly string[],
  find: (header: string) => Column | null,
): Record<string, Column | null> {
  const columns = columnsByHeader(headers, find);
  return Object.fromEntries(headers.map((header, at) => [header, columns[at] ?? null]));
}
