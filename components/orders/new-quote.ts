import { ApiFailure } from "@/lib/api-client";
import { ENTRY_ERRORS } from "@/lib/errors";

/** A price that holds for a while, and the id with which an order is confirmed at it. */
export type Quote = { id: string; price: string };

/** The new price that a refusal with 400471 carries; null for every other failure (contract §13.8). */
export function newQuote(error: unknown): Quote | null {
  if (!(error instanceof ApiFailure)) return null;
  const entry = error.entries.find(({ code }) => code === ENTRY_ERRORS.QUOTE_EXPIRED.code);
  if (typeof entry?.quote_id !== "string" || typeof entry.quote_price !== "string") return null;
  return { id: entry.quote_id, price: entry.quote_price };
}
