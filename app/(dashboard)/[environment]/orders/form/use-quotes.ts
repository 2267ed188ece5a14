import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import { useWorkspace } from "@/components/environment";
import type { Rate } from "@/components/orders/rate-labels";
import type { Values } from "@/components/orders/use-snapshot";
import { call, keyOf, queryFor } from "@/lib/api-client";
import type { DataOf } from "@/lib/contracts/contract";
import type { getRates } from "@/lib/contracts/rate";
import type { RateQuestion } from "@/lib/contracts/rate-request";
import { decimal } from "@/lib/decimal";
import type { Path } from "@/lib/errors";
import { object } from "@/lib/loose";
import { splitDeliveryCode } from "@/lib/orders/choices";
import { loadRateRequest } from "./operations";

type Answer = DataOf<typeof getRates>;
/** What is offered, and what is not, with the reason. */
export type Quote = Omit<Answer, "unavailable_list"> & {
  unavailable_list: Pick<Answer["unavailable_list"][number], "shipping_provider" | "message">[];
};

// A quote holds for 30 minutes; it is renewed while the old one still holds.
const HOLD_MS = 30 * 60_000;
const RENEW_BEFORE_MS = 3 * 60_000;

/** How long an answer may be used, by its own expiry if the reader's clock is accurate enough. */
function heldMs({ expires_at }: Quote, answeredAt: number): number {
  const validMs = Date.parse(expires_at) - answeredAt;
  return validMs > 0 && validMs <= HOLD_MS + 60_000 ? validMs : HOLD_MS;
}

/**
 * A quote with the services that are offered: one of pickup points is none while no point is chosen, but for the one
 * that a saved order has.
 */
function withOffered(quote: Answer, { recipient }: Values, saved: string | null, needsPoint: string): Quote {
  const address = object(recipient).address;
  if (typeof address === "string" && splitDeliveryCode(address).deliveryCode !== null) return quote;
  const isForPoints = ({ supports_pickup_point, shipping_provider }: Rate) =>
    supports_pickup_point && shipping_provider !== saved;
  const ofPoints = quote.rate_list.filter(isForPoints);
  return {
    ...quote,
    rate_list: quote.rate_list.filter((rate) => !isForPoints(rate)),
    unavailable_list: [
      ...quote.unavailable_list,
      ...ofPoints.map(({ shipping_provider }) => ({ shipping_provider, message: needsPoint })),
    ],
  };
}

/**
 * The live prices of the present order. `untouched`: nothing is filled in yet, and this is what it needs. `saved`: the
 * service of a saved order.
 */
export function useQuotes(values: Values, untouched: RateQuestion | null, saved: string | null) {
  const { where } = useWorkspace();
  const t = useTranslations("orderForm.service");
  const client = useQueryClient();
  const [read, setAsked] = useState<RateQuestion | null>(null);
  const asked = untouched ?? read;
  const isUntouched = untouched !== null;
  useEffect(() => {
    if (isUntouched) return;
    let isLatest = true;
    void loadRateRequest().then(({ rateRequestOf }) => isLatest && setAsked(rateRequestOf(values)));
    return () => {
      isLatest = false;
    };
  }, [values, isUntouched]);
  const request = asked && "request" in asked ? asked.request : null;
  const { data, error, isFetching, isPlaceholderData, isStale, dataUpdatedAt, refetch } = useQuery({
    queryKey: [...keyOf("getRates", where), request] as const,
    // The signal aborts the request when no component waits for its answer any more.
    queryFn: ({ signal }) => {
      if (!request) throw new Error("a quote was asked for without a route");
      return call("getRates", request, { ...where, signal });
    },
    enabled: request !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });

  const quote = useMemo(
    () => (data ? withOffered(data, values, saved, t("needsPoint")) : null),
    [data, values, saved, t],
  );
  const isCurrent = request !== null && data !== undefined && !isPlaceholderData && !isStale;
  useEffect(() => {
    if (!isCurrent || !data) return;
    const renewAt = dataUpdatedAt + heldMs(data, dataUpdatedAt) - RENEW_BEFORE_MS;
    const timer = setTimeout(() => void refetch(), Math.max(renewAt - Date.now(), 1000));
    return () => clearTimeout(timer);
  }, [isCurrent, data, dataUpdatedAt, refetch]);

  /** The quote of exactly this body: the present one, or a new one. Null: the body is not ready for a price. */
  async function ensure(body: Values): Promise<Quote | null> {
    const exact = (await loadRateRequest()).rateRequestOf(body);
    if (!("request" in exact)) return null;
    return client.fetchQuery({
      ...queryFor("getRates", exact.request, where),
      staleTime: HOLD_MS - RENEW_BEFORE_MS,
    });
  }

  return {
    /** What must be filled in before there are prices. */
    missing: asked && "missing" in asked ? asked.missing : ([] as readonly Path[]),
    /** Whether it is already known what is missing. */
    isRead: asked !== null,
    /** The last answer; `isCurrent`: it is about the present order. */
    quote,
    isCurrent,
    isFetching: isFetching && request !== null,
    error: isCurrent ? null : error,
    renew: () => void refetch(),
    /** Asks again, because the server no longer honours the answers. */
    forget: () => client.invalidateQueries({ queryKey: keyOf("getRates", where) }),
    ensure,
  };
}
export type Quotes = ReturnType<typeof useQuotes>;

export type Agreed = { provider: string; price: string; was: string | null };

/**
 * The price that the merchant accepted by choosing the service. A lower one is taken and shown next to the old one; a
 * higher one must be accepted first, whatever causes it.
 */
export function useAgreedPrice(quotes: Quotes, provider: string, before: Agreed | null) {
  const [agreed, setAgreed] = useState(before);
  const rate = quotes.quote?.rate_list.find((each) => each.shipping_provider === provider) ?? null;
  const isOfThis = agreed?.provider === provider;
  const isRise = rate !== null && isOfThis && decimal(rate.quote_price).gt(agreed.price);
  if (rate && quotes.isCurrent) {
    // A service from a draft or a pickup point has no price yet: the first one shown counts as accepted.
    if (!isOfThis) setAgreed({ provider, price: rate.quote_price, was: null });
    else if (decimal(rate.quote_price).lt(agreed.price))
      setAgreed({ provider, price: rate.quote_price, was: agreed.price });
  }
  return {
    rate,
    /** Whether the chosen service no longer takes the order. */
    isGone: provider !== "" && quotes.isCurrent && quotes.missing.length === 0 && rate === null,
    price: isOfThis ? agreed.price : null,
    was: isOfThis ? agreed.was : null,
    /** The price to accept, higher than the accepted one. */
    rise: isRise ? rate.quote_price : null,
    accept: () => rate && setAgreed({ provider, price: rate.quote_price, was: agreed?.price ?? null }),
    choose: (chosen: Rate) => setAgreed({ provider: chosen.shipping_provider, price: chosen.quote_price, was: null }),
  };
}
export type AgreedPrice = ReturnType<typeof useAgreedPrice>;
