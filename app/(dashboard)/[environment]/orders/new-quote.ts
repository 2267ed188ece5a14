import { ApiFailure } from "@/lib/api-client";
import { ENTRY_ERRORS } from "@/lib/errors";

/** A price that holds for a while, and by which name an order is confirmed at it. */
export type Quote = { id: string; price: string };

/** The new price that a refusal of 400471 carries; null for all else that failed (decisions §7, `order/confirm`). */
export function newQuote(error: unknown): Quote | null {
  if (!(error instanceof ApiFailure)) return null;
  const entry = error.entries.find(({ code }) => code === ENTRY_ERRORS.QUOTE_EXPIRED.code);
  if (typeof entry?.quote_id !== "string" || typeof entry.quote_price !== "string") return null;
  return { id: entry.quote_id, price: entry.quote_price };
}
