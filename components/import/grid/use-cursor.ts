"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import type { GridRow } from "./use-rows";

/** The column of what is wrong with an order as a whole: it has no cell to type into. */
export const WHOLE = "other";

export type Place = { n: number; column: string };
/** What is typed into a cell and not taken yet. */
type Draft = Place & { text: string };

/** The first cell that is wrong, else the first of all. */
function firstPlace(rows: readonly GridRow[], columns: readonly string[]): Place | null {
  const wrong = rows.find(({ errors }) => errors.length > 0);
  const row = wrong ?? rows[0];
  if (!row) return null;
  const column = wrong ? columns.find((each) => wrong.errors.some((error) => error.column === each)) : columns[0];
  return { n: row.n, column: column ?? WHOLE };
}

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
  field: RefObject<HTMLInputElement | null>;
  /** Gives the field at a place the focus; what is typed is taken first. `isExtending`: the selection grows to it. */
  moveTo: (place: Place, isExtending?: boolean) => void;
  /** Goes so many cells down and right; false at the edge. */
  moveBy: (down: number, right: number, isExtending?: boolean) => boolean;
};

/** Where the person is in a grid, and what is selected. `take` stores what is typed. */
export function useCursor(
  rows: readonly GridRow[],
  columns: readonly string[],
  take: (draft: Draft) => void,
): Cursor & { take: () => void } {
  const [chosen, setChosen] = useState<Place | null>(null);
  /** The other end of the selection. */
  const [anchor, setAnchor] = useState<number | null>(null);
  const draft = useRef<Draft | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isFocusWanted = useRef(false);

  const indexOf = (n: number | null | undefined) => rows.findIndex((row) => row.n === n);
  const isThere =
    chosen !== null && indexOf(chosen.n) >= 0 && (chosen.column === WHOLE || columns.includes(chosen.column));
  const place = isThere ? chosen : firstPlace(rows, columns);
  const at = indexOf(place?.n);
  const other = indexOf(anchor);
  const top = other < 0 ? at : Math.min(at, other);
  const selected = at < 0 ? [] : rows.slice(top, Math.max(at, other) + 1);

  // After each change of the cursor that a key or a click made.
  useEffect(() => {
    if (!isFocusWanted.current || !field.current) return;
    isFocusWanted.current = false;
    field.current.focus();
    field.current.select();
  });

  function takeDraft(): void {
    const own = draft.current;
    draft.current = null;
    if (own) take(own);
  }

  function moveTo(next: Place, isExtending = false): void {
    takeDraft();
    setAnchor(isExtending ? (anchor ?? place?.n ?? null) : null);
    setChosen(next);
    isFocusWanted.current = true;
  }

  function moveBy(down: number, right: number, isExtending = false): boolean {
    const row = rows[at + down];
    const column = columns[columns.indexOf(place?.column ?? "") + right];
    if (!row || !column || at < 0) return false;
    moveTo({ n: row.n, column }, isExtending);
    return true;
  }

  return { place, isChosen: isThere, selected, at, top, draft, field, moveTo, moveBy, take: takeDraft };
}
