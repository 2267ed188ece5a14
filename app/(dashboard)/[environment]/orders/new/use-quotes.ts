import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { usePlace } from "@/components/environment";
import type { DataOf } from "@/lib/contracts/contract";
import type { getRates } from "@/lib/contracts/rate";
import type { RateQuestion } from "@/lib/contracts/rate-request";
import { decimal } from "@/lib/decimal";
import type { Path } from "@/lib/errors";
import { callLazily, lazyKeyOf, lazyQueryFor } from "@/lib/lazy-contract";
import { GET_RATES, loadRateRequest } from "./operations";
import type { Values } from "./use-snapshot";

export type Quote = DataOf<typeof getRates>;
export type Rate = Quote["rate_list"][number];

// A quote holds for 30 minutes; it is renewed while the old one still holds.
const HOLD_MS = 30 * 60_000;
const RENEW_BEFORE_MS = 3 * 60_000;

/** How long an answer may stand, by its own clock where the reader's is right enough. */
function heldMs({ expires_at }: Quote, answeredAt: number): number {
  const told = Date.parse(expires_at) - answeredAt;
  return told > 0 && told <= HOLD_MS + 60_000 ? told : HOLD_MS;
}

/** The live prices of the order as it stands. `untouched`: nothing is filled in yet, and this is what it lacks. */
export function useQuotes(values: Values, untouched: RateQuestion | null) {
  const { where } = usePlace();
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
  const { data, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = useQuery({
    queryKey: [...lazyKeyOf(GET_RATES, where), request] as const,
    // An answer that nobody waits for any more is given up: the signal ends its request.
    queryFn: ({ signal }) => {
      if (!request) throw new Error("a quote was asked for without a route");
      return callLazily(GET_RATES, request, { ...where, signal });
    },
    enabled: request !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });

  const isCurrent = request !== null && data !== undefined && !isPlaceholderData;
  useEffect(() => {
    if (!isCurrent || !data) return;
    const renewAt = dataUpdatedAt + heldMs(data, dataUpdatedAt) - RENEW_BEFORE_MS;
    const timer = setTimeout(() => void refetch(), Math.max(renewAt - Date.now(), 1000));
    return () => clearTimeout(timer);
  }, [isCurrent, data, dataUpdatedAt, refetch]);

  /** The quote of exactly this body: the one that stands, or a fresh one. Null: the body is not ready for a price. */
  async function ensure(body: Values): Promise<Quote | null> {
    const exact = (await loadRateRequest()).rateRequestOf(body);
    if (!("request" in exact)) return null;
    return client.fetchQuery({
      ...lazyQueryFor(GET_RATES, exact.request, where),
      staleTime: HOLD_MS - RENEW_BEFORE_MS,
    });
  }

  return {
    /** What must be filled in before there are prices. */
    missing: asked && "missing" in asked ? asked.missing : ([] as readonly Path[]),
    /** Whether it is known yet what is missing. */
    isRead: asked !== null,
    /** The last answer; `isCurrent`: it is about the order as it stands. */
    quote: data ?? null,
    isCurrent,
    isFetching: isFetching && request !== null,
    error: isCurrent ? null : error,
    renew: () => void refetch(),
    /** Throws the answers away: the server no longer stands by them. */
    forget: () => client.resetQueries({ queryKey: lazyKeyOf(GET_RATES, where) }),
    ensure,
  };
}
export type Quotes = ReturnType<typeof useQuotes>;

export type Agreed = { provider: string; price: string; was: string | null };

/**
 * The price that the merchant has agreed to by choosing the service. A cheaper one is taken and shown beside the old
 * one; a dearer one is asked for first, whatever it comes from.
 */
export function useAgreedPrice(quotes: Quotes, provider: string, before: Agreed | null) {
  const [agreed, setAgreed] = useState(before);
  const rate = quotes.quote?.rate_list.find((each) => each.shipping_provider === provider) ?? null;
  const isOfThis = agreed?.provider === provider;
  const isRise = rate !== null && isOfThis && decimal(rate.quote_price).gt(agreed.price);
  if (rate && quotes.isCurrent) {
    // A service that came with a draft or a pickup point has no price yet: the first that is seen is the one agreed to.
    if (!isOfThis) setAgreed({ provider, price: rate.quote_price, was: null });
    else if (decimal(rate.quote_price).lt(agreed.price))
      setAgreed({ provider, price: rate.quote_price, was: agreed.price });
  }
  return {
    rate,
    price: isOfThis ? agreed.price : null,
    was: isOfThis ? agreed.was : null,
    /** The price that is asked for, dearer than the agreed one. */
    rise: isRise ? rate.quote_price : null,
    accept: () => rate && setAgreed({ provider, price: rate.quote_price, was: agreed?.price ?? null }),
    choose: (chosen: Rate) => setAgreed({ provider: chosen.shipping_provider, price: chosen.quote_price, was: null }),
  };
}
export type AgreedPrice = ReturnType<typeof useAgreedPrice>;
