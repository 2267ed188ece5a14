"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { type BulkEnd, useBulkRun } from "@/components/bulk";
import { useWorkspace } from "@/components/environment";
import { newQuote, type Quote } from "@/components/orders/new-quote";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import type { OrderRow } from "@/lib/contracts/order";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import type { BulkOperation } from "@/lib/operations";
import { type BulkAction, leftOutReason, type Result, type Results, readOrders, settleResults } from "./bulk-orders";

type Quotes = ReadonlyMap<string, Quote>;

/** One question and its run: first the whole selection, then the orders that failed and are tried again. */
type Round = { number: number; ids: readonly string[]; quotes: Quotes; key: string };

const NO_ORDERS: ReadonlyMap<string, OrderRow> = new Map();

function idsOf(results: Results, kind: Result["kind"]): string[] {
  return [...results].flatMap(([id, result]) => (result.kind === kind ? [id] : []));
}

/** The new prices of the orders that were refused because of their price. */
export function newQuotes(results: Results): Quotes {
  return new Map(
    [...results].flatMap(([id, result]) => {
      const quote = result.kind === "FAILED" ? newQuote(result.error) : null;
      return quote ? [[id, quote]] : [];
    }),
  );
}

function resultOf(id: string, { failures, untried }: BulkEnd): Result {
  const error = failures.get(id);
  if (error) return { kind: "FAILED", error };
  return { kind: untried.has(id) ? "UNTRIED" : "DONE" };
}

/**
 * An action on many orders, from reading them to the result of each. `operation` does it, with the same `input` for
 * all, and at the new prices of those where one was accepted.
 */
export function useBulk(
  action: BulkAction,
  selected: readonly string[],
  { operation, input }: { operation: BulkOperation; input: () => Record<string, unknown> },
) {
  const { where } = useWorkspace();
  const showFailure = useFailureToast();
  const t = useTranslations("orderBulk");
  const [round, setRound] = useState<Round>(() => ({
    number: 1,
    ids: selected,
    quotes: new Map(),
    key: newIdempotencyKey(),
  }));
  const [past, setPast] = useState<Results>(new Map());
  const [known, setKnown] = useState(NO_ORDERS);
  const [requested, setRequested] = useState(0);
  const [isEnded, setIsEnded] = useState(false);
  const { progress, isStopping, run, stop } = useBulkRun();

  const read = useQuery({
    // Not the list's own key: these orders are in the question, and must not change while the merchant reads it.
    queryKey: ["bulk", where.environment, where.accountId ?? null, round.number, round.ids],
    queryFn: ({ signal }) => readOrders(round.ids, where, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Without a network it fails and says so, instead of waiting for one.
    networkMode: "always",
  });
  const found = read.data ?? NO_ORDERS;
  const orders = useMemo(() => new Map([...known, ...found]), [known, found]);
  const results = useMemo(
    () => (read.data && !isEnded ? settleResults(past, action, round.ids, read.data) : past),
    [read.data, isEnded, past, action, round.ids],
  );
  const able = useMemo(
    () =>
      round.ids.flatMap((id) => {
        const order = found.get(id);
        return order && leftOutReason(action, order) === null ? [order] : [];
      }),
    [round.ids, found, action],
  );

  async function start() {
    const ids = able.map(({ order_id }) => order_id);
    const agreed = [...round.quotes].filter(([id]) => ids.includes(id));
    const inputs = agreed.map(([id, quote]) => ({ id, input: { quote_id: quote.id } }));
    try {
      const end = await run({ operation, ids, input: input(), inputs }, round.key);
      if (!end) return;
      setPast(new Map([...results, ...ids.map((id) => [id, resultOf(id, end)] as const)]));
      setRequested((before) => before + end.bulk.requested);
      setKnown(orders);
      setIsEnded(true);
    } catch (error) {
      showFailure(error);
    }
  }

  function ask(ids: readonly string[], quotes: Quotes) {
    setIsEnded(false);
    setRound({ number: round.number + 1, ids, quotes, key: newIdempotencyKey() });
  }

  return {
    stage: progress ? "running" : isEnded ? "ended" : read.data ? "asking" : read.isError ? "unread" : "reading",
    read,
    /** Every order that was read, by its id. */
    orders,
    results,
    /** The orders that the question is about. */
    able,
    /** The orders that the action was requested for. */
    asked: round.ids,
    quotes: round.quotes,
    progress,
    isStopping,
    done: idsOf(results, "DONE"),
    /** How many of them the warehouse has to agree to. */
    requested,
    start,
    stop,
    /** Leaves it to the server: what is not done yet is done in the background. */
    leave(): string[] {
      toast.info(t("goesOn"));
      return able.map(({ order_id }) => order_id);
    },
    /** Asks again about the failed orders that the action can still be done for. */
    again: (ids: readonly string[]) => ask(ids, new Map()),
    /** Asks whether the orders with a higher price are confirmed at their new prices. */
    askNewPrices() {
      const quotes = newQuotes(results);
      ask([...quotes.keys()], quotes);
    },
  } as const;
}
