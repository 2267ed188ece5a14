import { hongKongDate } from "@/lib/calendar";
import { atLeast } from "@/lib/decimal";
import { invalid, type Problem } from "@/lib/errors";
import {
  type Catalogue,
  type Consignment,
  fingerprint,
  type Priced,
  priceConsignment,
  priceJudged,
  problemOf,
  readQuote,
  saveQuote,
} from "@/server/carriers";
import type { AccountContext } from "@/server/context";

/**
 * Prices a consignment today; `price`: `priceJudged` for one that the rules have let through.
 * @throws ApiError with a 400470 entry when the service does not take it
 */
export function priceToday(
  catalogue: Catalogue,
  provider: string,
  consignment: Consignment,
  price = priceConsignment,
): Priced {
  const priced = price(catalogue, provider, consignment, hongKongDate(new Date()));
  if (priced.ok) return priced;
  throw invalid(problemOf(priced));
}

async function heldPrice(
  ctx: AccountContext,
  catalogue: Catalogue,
  quoteId: string,
  provider: string,
  consignment: Consignment,
): Promise<Priced | null> {
  const quote = await readQuote(ctx, quoteId);
  const held = quote?.[provider];
  return held && held.fingerprint === fingerprint(catalogue, consignment) ? { ok: true, ...held } : null;
}

function quoteExpired(price: string, extra?: Record<string, unknown>): Problem {
  return {
    path: ["quote_id"],
    key: "quoteExpired",
    params: { price },
    reason: "QUOTE_EXPIRED",
    ...(extra ? { extra } : {}),
  };
}

/**
 * The price of an order that is created or changed, which its rules have let through: today's, or that of its quote.
 * @throws ApiError 400470; 400471 when the named quote is not valid (contract §11.7)
 */
export async function agreedPrice(
  ctx: AccountContext,
  catalogue: Catalogue,
  order: { provider: string; consignment: Consignment; quoteId: string | undefined },
): Promise<Priced> {
  const today = priceToday(catalogue, order.provider, order.consignment, priceJudged);
  if (order.quoteId === undefined) return today;
  const held = await heldPrice(ctx, catalogue, order.quoteId, order.provider, order.consignment);
  if (!held) throw invalid(quoteExpired(today.price));
  return held;
}

/**
 * The price at which a saved order is confirmed: never more than the saved price, unless a quote agrees to it.
 * @throws ApiError 400470; 400471 with a new quote (contract §13.8)
 */
export async function confirmedPrice(
  ctx: AccountContext,
  catalogue: Catalogue,
  order: { provider: string; consignment: Consignment; savedPrice: string; quoteId: string | undefined },
): Promise<Priced> {
  const today = priceToday(catalogue, order.provider, order.consignment);
  if (order.quoteId !== undefined) {
    const held = await heldPrice(ctx, catalogue, order.quoteId, order.provider, order.consignment);
    if (held) return held;
  }
  if (order.quoteId === undefined && atLeast(order.savedPrice, today.price)) return today;
  const quote = await saveQuote(ctx, {
    [order.provider]: { ...today, fingerprint: fingerprint(catalogue, order.consignment) },
  });
  throw invalid(
    quoteExpired(today.price, { quote_id: quote.id, quote_price: today.price, expires_at: quote.expiresAt }),
  );
}
