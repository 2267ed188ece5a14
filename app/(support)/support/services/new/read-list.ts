import type { CallInput } from "@/lib/api-client";

/** A list as the operations take it. */
export type GivenList = Pick<CallInput<"previewPickupFeed">, "points" | "csv">;
export type ListProblem = "tooLarge" | "workbook" | "unreadable" | "empty" | "notJson";

const MAX_BYTES = 4 * 1024 * 1024;

/** A list from text: JSON, as an array of points or with one as `points`, else CSV. */
export function listOfText(text: string): GivenList | ListProblem {
  const trimmed = text.replace(/^\ufeff/, "").trim();
  if (trimmed === "") return "empty";
  if (new Blob([trimmed]).size > MAX_BYTES) return "tooLarge";
  if (!/^[[{]/.test(trimmed)) return { csv: trimmed };
  try {
    const value = JSON.parse(trimmed) as GivenList["points"] | { points?: GivenList["points"] };
    // Whatever is wrong with the points is said by the server.
    return { points: Array.isArray(value) ? value : (value?.points ?? []) };
  } catch {
    return "notJson";
  }
}

/** A list from a file, or why there is none in it. */
export async function listOfFile(file: File): Promise<GivenList | ListProblem> {
  if (file.size > MAX_BYTES) return "tooLarge";
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Every .xlsx is a ZIP file.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3) return "workbook";
  const { textOfFile } = await import("@/lib/tables/csv-file");
  const text = textOfFile(bytes);
  return text === null || text.includes("\0") ? "unreadable" : listOfText(text);
}
