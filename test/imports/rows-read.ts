import { cellsOf } from "@/server/imports/cells";
import { headersOf } from "@/server/imports/columns";
import type { ImportKind } from "@/server/imports/kinds/kind";

/** What an import reads in a file's lines: what each column holds, and the rows. */
export function rowsRead<T>(kind: ImportKind<T>, file: readonly (readonly string[])[]) {
  // As files are read, blank lines are none.
  const lines = file.filter((fields) => fields.some((field) => field.trim() !== ""));
  const hasHeaders = kind.namesColumns(lines);
  const headers = headersOf(lines, hasHeaders);
  const held = kind.guess(headers, lines);
  const mapping = headers.map((header): [string, string | null] => [header, held[header] ?? null]);
  return { hasHeaders, held, rows: lines.slice(hasHeaders ? 1 : 0).map((fields) => cellsOf(fields, mapping, kind)) };
}
