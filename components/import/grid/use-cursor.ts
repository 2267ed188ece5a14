"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import type { GridRow } from "./use-rows";

/** The column of what is wrong with an order as a whole: it has no cell to type into. */
export const WHOLE = "other";

export type Place = { n: number; column: string };
/** What is typed into a cell and not taken yet, and what was in it. */
type Draft = Place & { text: string; before: string };

/** The first cell that is wrong, else the first of all. */
function firstPlace(rows: readonly GridRow[], columns: readonly string[]): Place | null {
  const wrong = rows.find(({ errors }) => errors.length > 0);
  const row = wrong ?? rows[0];
  if (!row) return null;
  const column = wrong ? columns.find((each) => wrong.errors.some((error) => error.column === each)) : columns[0];
  return { n: row.n, column: column ?? WHOLE };
}

/** Where the person is in a grid, and what is selected. */
export type Cursor = {
  place: Place | null;
  /** Whether a person went there. */
  isChosen: boolean;
  /** The rows that are selected, in the column of the cursor: one, or several up to the row where it began. */
  selected: readonly GridRow[];
  /** The row of the cursor on this page, and the first that is selected. */
  at: number;
  top: number;
  draft: RefObject<Draft | null>;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Gives the field at a place the focus; what is typed is taken first. `isExtending`: the selection grows to it. */
  moveTo: (place: Place, isExtending?: boolean) => void;
  /** Goes so many cells down and right; false at the edge. */
  moveBy: (down: number, right: number, isExtending?: boolean) => boolean;
  /** The field at the cursor got the focus by itself. */
  settle: () => void;
  /** Stores what is typed, once. */
  take: () => void;
};

/** The cursor of a grid. `onTake` stores what is typed. */
export function useCursor(
  rows: readonly GridRow[],
  columns: readonly string[],
  onTake: (draft: Draft) => void,
): Cursor {
  const [chosen, setChosen] = useState<Place | null>(null);
  /** The other end of the selection. */
  const [anchor, setAnchor] = useState<number | null>(null);
  const draft = useRef<Draft | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isFocusWanted = useRef(false);

  const every = [WHOLE, ...columns];
  const indexOf = (n: number | null | undefined) => rows.findIndex((row) => row.n === n);
  const isThere = chosen !== null && indexOf(chosen.n) >= 0 && every.includes(chosen.column);
  const place = isThere ? chosen : firstPlace(rows, columns);
  const at = indexOf(place?.n);
  const other = isThere ? indexOf(anchor) : -1;
  const top = other < 0 ? at : Math.min(at, other);
  const selected = at < 0 ? [] : rows.slice(top, Math.max(at, other) + 1);

  // After each change of the cursor that a key or a click made.
  useEffect(() => {
    if (!isFocusWanted.current || !field.current) return;
    isFocusWanted.current = false;
    field.current.focus();
    field.current.select();
  });

  function take(): void {
    const own = draft.current;
    draft.current = null;
    if (own) onTake(own);
  }

  function moveTo(next: Place, isExtending = false): void {
    take();
    setAnchor(isExtending ? (anchor ?? place?.n ?? null) : null);
    setChosen(next);
    isFocusWanted.current = true;
  }

  function moveBy(down: number, right: number, isExtending = false): boolean {
    const row = rows[at + down];
    const column = every[every.indexOf(place?.column ?? "") + right];
    if (!row || !column || at < 0) return false;
    moveTo({ n: row.n, column }, isExtending);
    return true;
  }

  function settle(): void {
    if (!isThere && place) setChosen(place);
  }

  return { place, isChosen: isThere, selected, at, top, draft, field, moveTo, moveBy, settle, take };
}
