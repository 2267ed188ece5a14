import { MAX_CELL } from "@/lib/contracts/import";
import { decimal, plain } from "@/lib/decimal";
import { readLength, readPlain, readWeight } from "@/lib/tables/copied-cells";
import { readCell } from "@/lib/tables/csv-cells";
import type { MappedColumn } from "@/server/db/tables/imports";

/** What a row has, by column; blank cells are left out. */
export type Cells = Readonly<Record<string, string>>;

/** A number in grams as one of kilograms; what is no number stays. */
export function inKilograms(text: string): string {
  if (text.length > 20) return text;
  return /^\d{1,9}(\.\d{1,6})?$/.test(text) ? plain(decimal(text).div(1000).toFixed(6)) : text;
}

/** A cell as a person would type it: some spreadsheets and shops set an apostrophe before digits. */
export function typed(field: string): string {
  return readCell(field.trim())
    .replace(/^'(?=[\d+(])/, "")
    .trim();
}

/** How the fields of a file are read. */
export type Reading = {
  /** Columns that several of a file may make together, and what is put between them. */
  joined: Readonly<Partial<Record<string, string>>>;
  /** What a field of a file says, as its column and its header mean it. */
  read(column: string, field: string, header: string): string;
  /** What a line says whose cells are read, as the headers of its columns mean them together. */
  settle?(cells: Cells, headerOf: Cells): Cells;
};

/** What a line of a file has, by its columns. Columns that several of the file make are put together. */
export function cellsOf(
  fields: readonly string[],
  mapping: readonly MappedColumn[],
  { joined, read, settle }: Reading,
): Cells {
  const cells: Record<string, string> = {};
  const headerOf: Record<string, string> = {};
  for (const [at, [header, column]] of mapping.entries()) {
    if (column === null) continue;
    const value = read(column, fields[at] ?? "", header);
    if (value.trim() === "") continue;
    const before = cells[column];
    headerOf[column] = header;
    cells[column] = (before === undefined ? value : `${before}${joined[column] ?? " "}${value}`).slice(0, MAX_CELL);
  }
  return settle?.(cells, headerOf) ?? cells;
}

/** What one of several costs that cost so much together, to the cent; what is no number stays. */
export function perUnit(total: string, quantity: string): string {
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(total) || !/^[1-9]\d{0,5}$/.test(quantity)) return total;
  return plain(decimal(total).div(quantity).toFixed(2));
}

/** A weight in kg without its unit; one in grams says so itself. */
export function weightOf(text: string): string {
  const grams = /^([\d.]+)\s*(?:g|grams?|克)$/i.exec(readPlain(text))?.[1];
  return grams === undefined ? readWeight(text) : inKilograms(grams);
}

/** A length in cm without its unit; one in mm says so itself. */
export function lengthOf(text: string): string {
  const millimetres = /^([\d.]+)\s*(?:mm|毫米)$/i.exec(readPlain(text))?.[1];
  if (millimetres === undefined || !/^\d{1,9}(\.\d{1,6})?$/.test(millimetres)) return readLength(text);
  return plain(decimal(millimetres).div(10).toFixed(6));
}
