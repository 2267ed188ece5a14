import type { MessageKey, MessageParams } from "../i18n/validation";
import { MAX_SHEET_ROWS, SHEET_COLUMNS, type SheetKind, type SheetRow } from "../tariff-sheets";
import { readCell, writeCsv } from "./csv-cells";

/** The rows of a sheet as a file that can be proposed again. */
export function csvOf(kind: SheetKind, rows: readonly SheetRow[]): string {
  const names = SHEET_COLUMNS[kind].map(({ name }) => name);
  return writeCsv(
    names,
    rows.map((row) => names.map((name) => row[name] ?? null)),
  );
}

/** A row of a file; `line` counts from 1. */
type Line = { line: number; cells: SheetRow };
type Read = { lines: readonly Line[]; problem?: { key: MessageKey; params: MessageParams } };

/** Finds the rows of a sheet in the lines of a CSV file, or says what is wrong with it; empty lines are skipped. */
export function readSheetLines(kind: SheetKind, [head = [], ...rest]: readonly (readonly string[])[]): Read {
  const names = SHEET_COLUMNS[kind].map(({ name }) => name);
  const wrong = (key: MessageKey, params: MessageParams): Read => ({ lines: [], problem: { key, params } });
  const columns = head.map((each) =>
    readCell(each.trim())
      .toLowerCase()
      .replace(/[\s-]+/g, "_"),
  );
  while (columns.at(-1) === "") columns.pop();
  const unknown = columns.find((column, at) => !names.includes(column) || columns.indexOf(column) < at);
  if (unknown !== undefined) return wrong("sheetColumn", { column: unknown.slice(0, 40) });
  const missing = SHEET_COLUMNS[kind].find(({ name, optional }) => !optional && !columns.includes(name));
  if (missing) return wrong("sheetColumnMissing", { column: missing.name });
  const lines: Line[] = [];
  for (const [index, fields] of rest.entries()) {
    const cells = fields.map((field) => readCell(field.trim()));
    const line = index + 2;
    if (cells.slice(columns.length).some((each) => each !== "")) return wrong("sheetCells", { line });
    if (cells.some((each) => each !== ""))
      lines.push({ line, cells: Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ""])) });
  }
  return lines.length > MAX_SHEET_ROWS ? wrong("tooMany", { max: MAX_SHEET_ROWS }) : { lines };
}
