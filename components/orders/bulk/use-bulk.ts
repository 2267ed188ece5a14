"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { newQuote, type Quote } from "@/components/orders/new-quote";
import { useReadAgain } from "@/components/use-operation";
import type { OrderRow } from "@/lib/contracts/order";
import { type BulkAction, leftOutReason, type Result, type Results, readOrders, settleResults } from "./bulk-orders";
import { type RunProgress, runForMany } from "./bulk-run";

type Quotes = ReadonlyMap<string, Quote>;

/** One question and its run: first the whole selection, then the orders that failed and are tried again. */
type Round = { number: number; ids: readonly string[]; quotes: Quotes };

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

/**
 * An action on many orders, from reading them to the result of each. `act` does it for one, at its new price if one was
 * accepted, and throws ApiFailure.
 */
export function useBulk(
  action: BulkAction,
  selected: readonly string[],
  act: (order: OrderRow, quote: Quote | undefined) => Promise<"DONE" | "REQUESTED">,
) {
  const { where } = useWorkspace();
  const readAgain = useReadAgain();
  const [round, setRound] = useState<Round>({ number: 1, ids: selected, quotes: new Map() });
  const [past, setPast] = useState<Results>(new Map());
  const [known, setKnown] = useState(NO_ORDERS);
  const [progress, setProgress] = useState<(RunProgress & { total: number }) | null>(null);
  const [isStopping, setIsStopping] = useState(false);
  const [isEnded, setIsEnded] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

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

  // The calls whose answer was lost had succeeded: nothing is left to confirm.
  const isSettled =
    read.data !== undefined &&
    round.number > 1 &&
    round.ids.every((id) => ["DONE", "REQUESTED"].includes(results.get(id)?.kind ?? ""));

  async function start() {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setProgress({ done: 0, waiting: null, total: able.length });
    const outcomes = await runForMany(able, (order) => act(order, round.quotes.get(order.order_id)), {
      signal: controller.signal,
      onProgress: (next) => setProgress({ ...next, total: able.length }),
    });
    running.current = null;
    const untried = { kind: "UNTRIED" } as const;
    setPast(new Map([...results, ...able.map((order) => [order.order_id, outcomes.get(order) ?? untried] as const)]));
    setKnown(orders);
    setProgress(null);
    setIsStopping(false);
    setIsEnded(true);
    // Not awaited: without a network it would wait until there is one.
    void readAgain("updateOrder");
  }

  function ask(ids: readonly string[], quotes: Quotes) {
    setIsEnded(false);
    setRound({ number: round.number + 1, ids, quotes });
  }

  return {
    stage: progress
      ? "running"
      : isEnded || isSettled
        ? "ended"
        : read.data
          ? "asking"
          : read.isError
            ? "unread"
            : "reading",
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
    /** The warehouse has to agree to these. */
    requested: idsOf(results, "REQUESTED"),
    start,
    stop() {
      setIsStopping(true);
      running.current?.abort();
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
