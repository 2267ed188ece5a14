import { readText, type TextProblem } from "@/components/forms/read-file";
import type { CallInput } from "@/lib/api-client";

/** A list as the operations take it. */
export type GivenList = Pick<CallInput<"previewPickupFeed">, "points" | "csv">;
export type ListProblem = TextProblem["key"] | "notJson";

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
  const text = await readText(file);
  return typeof text === "string" ? listOfText(text) : text.key;
}
