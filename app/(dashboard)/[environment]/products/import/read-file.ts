import { type ProductTable, readProductTable } from "@/lib/product-csv";

/** As many rows as one file may have. */
export const MAX_ROWS = 10_000;
const MAX_BYTES = 20 * 1024 * 1024;

export type FileProblem =
  | { key: "workbook" | "tooLarge" | "unreadable" | "empty" }
  | { key: "tooMany"; rows: number }
  | { key: "noColumn"; missing: readonly ("sku" | "name")[]; found: string };

/** Reads products out of a CSV file, or says why it cannot. */
export async function readProductFile(file: File): Promise<ProductTable | FileProblem> {
  if (file.size > MAX_BYTES) return { key: "tooLarge" };
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Every .xlsx is a ZIP file.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3) return { key: "workbook" };
  const { readCsv, textOfFile } = await import("@/lib/csv-file");
  const text = textOfFile(bytes);
  if (text === null || text.includes("\0")) return { key: "unreadable" };
  const lines = readCsv(text);
  const table = readProductTable(lines);
  const missing = (["sku", "name"] as const).filter((column) => !table.columns.includes(column));
  const found = (lines[0] ?? []).filter((header) => header.trim()).join(", ");
  if (!found) return { key: "empty" };
  if (missing.length > 0) return { key: "noColumn", missing, found: found.slice(0, 300) };
  if (table.rows.length === 0) return { key: "empty" };
  if (table.rows.length > MAX_ROWS) return { key: "tooMany", rows: table.rows.length };
  return table;
}
