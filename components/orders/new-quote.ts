import { ApiFailure } from "@/lib/api-client";
import type { ENTRY_ERRORS } from "@/lib/errors";

/** A price that holds for a while, and the id with which an order is confirmed at it. */
export type Quote = { id: string; price: string };

// Only the type of the table: the table itself comes with all messages of validation, in both languages.
const QUOTE_EXPIRED: (typeof ENTRY_ERRORS)["QUOTE_EXPIRED"]["code"] = "400471";

/** The new price that a refusal with 400471 carries; null for every other failure (contract §13.8). */
export function newQuote(error: unknown): Quote | null {
  if (!(error instanceof ApiFailure)) return null;
  const entry = error.entries.find(({ code }) => code === QUOTE_EXPIRED);
  if (typeof entry?.quote_id !== "string" || typeof entry.quote_price !== "string") return null;
  return { id: entry.quote_id, price: entry.quote_price };
}
