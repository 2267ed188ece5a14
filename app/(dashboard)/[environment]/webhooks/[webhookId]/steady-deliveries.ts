"use client";

import { useState } from "react";
import type { Delivery } from "@/lib/contracts/webhook-delivery";

/** Rows as the page shows them. */
export type Shown = { key: string; rows: readonly Delivery[]; total: number };

/** Updates the shown rows from a new reading: they keep their places and take their new data. */
export function merged(shown: Shown, fresh: readonly Delivery[]): Shown {
  const known = new Map(fresh.map((row) => [row.id, row]));
  return { ...shown, rows: shown.rows.map((row) => known.get(row.id) ?? row) };
}

/** How many rows of a new reading of the first page come before the first row that is shown. */
export function countNew(shown: Shown, fresh: { rows: readonly Delivery[]; total: number }): number {
  const known = new Set(shown.rows.map(({ id }) => id));
  const before = fresh.rows.findIndex(({ id }) => known.has(id));
  // More rows came than fit on a page: the totals give the number.
  return before >= 0 ? before : Math.max(fresh.rows.length, fresh.total - shown.total);
}

/**
 * The rows of a list that is read repeatedly, without moving anything under the pointer. New rows are counted, and
 * shown when asked for; rows that leave the list (because a filter no longer matches) stay until then.
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
    /** Rows that are not in the latest reading any more. */
    left: current?.rows.filter(({ id }) => !listed.has(id)) ?? [],
    showNew: takeAll,
  };
}
