import { createHash, randomBytes } from "node:crypto";
import { hongKongIso } from "@/lib/calendar";
import { decimal, plain } from "@/lib/decimal";
import { type AccountContext, scopeOf } from "@/server/context";
import { onRollback } from "@/server/db/transaction";
import type { Catalogue } from "./catalogue";
import type { Consignment } from "./consignment";
import { isRemote, type Priced, sumOf, volumeOf } from "./pricing";
import { insertQuote, selectQuote } from "./queries";

/** How long a quote is valid (contract §13.8). */
const QUOTE_MINUTES = 30;

/** A provider's price, with a fingerprint of the consignment that was priced. */
type QuotedPrice = Omit<Priced, "ok"> & { fingerprint: string };

/** By provider. */
export type QuotedPrices = Record<string, QuotedPrice>;

/** What a client sees of a stored quote; the time is ISO 8601 with +08:00. */
export type Quote = { id: string; expiresAt: string };

/**
 * A hash of what the price depends on, the same for a rate request and the order that follows it. It holds whether the
 * recipient is in a remote area rather than the address, because a rate request need not have the address.
 */
export function fingerprint(catalogue: Catalogue, consignment: Consignment): string {
  const { shipType, country, parcels, currency, codAmount, taxParty, signature, deliveryProof, hasBattery } =
    consignment;
  const insured = sumOf(parcels, "insuredValue");
  const isDutiesPaid = taxParty === "sender";
  const declared = isDutiesPaid ? sumOf(parcels, "declaredValue") : decimal(0);
  const parts = [
    shipType,
    country,
    isRemote(catalogue, consignment),
    parcels.map((parcel) => `${plain(parcel.weight)} ${plain(volumeOf(parcel))}`).sort(),
    plain(insured),
    isDutiesPaid && plain(declared),
    insured.plus(declared).gt(0) && currency,
    codAmount !== null && plain(codAmount),
    signature,
    deliveryProof === "W",
    hasBattery,
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/**
 * Stores prices for 30 minutes of database time. They stay if the transaction is rolled back: whoever is refused a price
 * is told of the quote.
 */
export async function saveQuote(ctx: AccountContext, prices: QuotedPrices): Promise<Quote> {
  const id = `qt_${randomBytes(18).toString("base64url")}`;
  const quote = { id, prices, minutes: QUOTE_MINUTES };
  const expiresAt = await insertQuote(ctx.db, scopeOf(ctx), quote);
  onRollback(ctx.db, (db) => insertQuote(db, scopeOf(ctx), quote));
  return { id, expiresAt: hongKongIso(expiresAt) };
}

/** The prices of a quote of this account and environment; null when there is none or it has expired. */
export async function readQuote(ctx: AccountContext, quoteId: string): Promise<QuotedPrices | null> {
  const prices = await selectQuote(ctx.db, scopeOf(ctx), quoteId);
  return (prices as QuotedPrices | undefined) ?? null;
}
