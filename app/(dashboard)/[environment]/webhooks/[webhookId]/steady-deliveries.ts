"use client";

import { useState } from "react";
import type { Delivery } from "@/lib/contracts/webhook-delivery";

/** Rows as they stand on the page. */
export type Shown = { key: string; rows: readonly Delivery[]; total: number };

/** What a fresh reading changes: rows that are there keep their places and take what is new of them. */
export function merged(shown: Shown, fresh: readonly Delivery[]): Shown {
  const known = new Map(fresh.map((row) => [row.id, row]));
  return { ...shown, rows: shown.rows.map((row) => known.get(row.id) ?? row) };
}

/** How many rows of a fresh reading of the first page stand before the first one that is shown. */
export function countNew(shown: Shown, fresh: { rows: readonly Delivery[]; total: number }): number {
  const known = new Set(shown.rows.map(({ id }) => id));
  const before = fresh.rows.findIndex(({ id }) => known.has(id));
  // More came than a page holds: the totals tell how many.
  return before >= 0 ? before : Math.max(fresh.rows.length, fresh.total - shown.total);
}

/**
 * The rows of a list that is read again and again: nothing moves under the pointer. New ones are counted, and shown when
 * asked for; whatever leaves the list (a filter it no longer fits) stays until then.
 */
export function useSteadyDeliveries(key: string, fresh: { rows: readonly Delivery[]; total: number } | undefined) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [read, setRead] = useState<typeof fresh>(undefined);
  const takeAll = () => fresh && setShown({ key, ...fresh });

  if (fresh && fresh !== read) {
    setRead(fresh);
    const isAnother = shown?.key !== key || shown.rows.length === 0;
    setShown(isAnother || !shown ? { key, ...fresh } : merged(shown, fresh.rows));
  }
  const current = shown?.key === key ? shown : null;
  const listed = new Set(fresh?.rows.map(({ id }) => id));
  return {
    rows: current?.rows,
    newCount: current && fresh ? countNew(current, fresh) : 0,
    /** Rows that the latest reading does not hold any more. */
    left: current?.rows.filter(({ id }) => !listed.has(id)) ?? [],
    showNew: takeAll,
  };
}
