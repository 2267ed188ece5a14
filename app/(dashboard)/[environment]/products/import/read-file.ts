import { lazily } from "@/lib/lazily";
/** As many rows as one file may have. */
export const MAX_ROWS = 10_000;
const MAX_BYTES = 20 * 1024 * 1024;

/** The lines of a file as they stand in it. */
export type FileLines = readonly (readonly string[])[];
export type FileProblem = { key: "workbook" | "tooLarge" | "unreadable" | "empty" } | { key: "tooMany"; rows: number };

/** Reads the lines of a CSV file, or says why it cannot. */
export async function readLines(file: File): Promise<FileLines | FileProblem> {
  if (file.size > MAX_BYTES) return { key: "tooLarge" };
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Every .xlsx is a ZIP file.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3) return { key: "workbook" };
  const { readCsv, textOfFile } = await lazily(() => import("@/lib/csv-file"));
  const text = textOfFile(bytes);
  if (text === null || text.includes("\0")) return { key: "unreadable" };
  const lines = readCsv(text);
  const rows = lines.filter((fields) => fields.some((field) => field.trim() !== "")).length;
  if (rows === 0) return { key: "empty" };
  // The first may be headers.
  return rows > MAX_ROWS + 1 ? { key: "tooMany", rows } : lines;
}
