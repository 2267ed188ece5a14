import { cellsOf } from "@/server/imports/cells";
import { headersOf } from "@/server/imports/columns";
import { PRODUCTS } from "@/server/imports/kinds/products";

/** What an import of products reads in a file's lines: what each column holds, and the rows. */
export function productRows(file: readonly (readonly string[])[]) {
  // As files are read, blank lines are none.
  const lines = file.filter((fields) => fields.some((field) => field.trim() !== ""));
  const hasHeaders = PRODUCTS.namesColumns(lines);
  const headers = headersOf(lines, hasHeaders);
  const held = PRODUCTS.guess(headers, lines);
  const mapping = headers.map((header): [string, string | null] => [header, held[header] ?? null]);
  return {
    hasHeaders,
    held,
    rows: lines.slice(hasHeaders ? 1 : 0).map((fields) => cellsOf(fields, mapping, PRODUCTS)),
  };
}
