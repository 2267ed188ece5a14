/** The most rows of a file. */
const MAX_ROWS = 10_000;
const MAX_BYTES = 20 * 1024 * 1024;

/** The lines of a file. */
type FileLines = readonly (readonly string[])[];
/** Why a file has no text that is ours. */
export type TextProblem = { key: "workbook" | "tooLarge" | "unreadable" | "empty" };
type LinesProblem = TextProblem | { key: "tooMany"; rows: number };

/** Reads the text of a CSV file, or says why it cannot. */
export async function readText(file: File): Promise<string | TextProblem> {
  if (file.size > MAX_BYTES) return { key: "tooLarge" };
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Every .xlsx is a ZIP file.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3) return { key: "workbook" };
  const { textOfFile } = await import("@/lib/tables/csv-file");
  const text = textOfFile(bytes);
  return text === null || text.includes("\0") ? { key: "unreadable" } : text;
}

/** Reads the lines of a CSV file, or says why it cannot. */
export async function readLines(file: File): Promise<FileLines | LinesProblem> {
  const text = await readText(file);
  if (typeof text !== "string") return text;
  const { readCsv } = await import("@/lib/tables/csv-file");
  const lines = readCsv(text);
  const rows = lines.filter((fields) => fields.some((field) => field.trim() !== "")).length;
  if (rows === 0) return { key: "empty" };
  // The first line may be headers.
  return rows > MAX_ROWS + 1 ? { key: "tooMany", rows } : lines;
}
