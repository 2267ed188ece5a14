"use client";

import { useTranslations } from "next-intl";
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef } from "react";
import { useShortcuts } from "../shell/shortcuts";
import type { Selection } from "./use-selection";

/** Arrow keys, Home and End go from stop to stop, of which one per row; the focus is at the stop `at`. */
export function goByKeys(event: KeyboardEvent, stops: readonly HTMLElement[], at: number): void {
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  stops[to]?.focus();
}

// Menus and dialogs of a row take the focus for a while; the row gets it back.
const ABOVE_THE_PAGE = "[role=menu], [role=dialog], [role=alertdialog]";

/** A letter, what it does as the list of shortcuts says it, and that for the row of a key; null: no row has the focus. */
export type RowLetter = { letter: string; label: string; run: (key: string | null) => void };

/** Where a list has its first stop: a row's link, else the row, else whatever can be pressed in it. */
const FIRST_STOPS = ["tbody [data-row]", "tbody tr[tabindex]", "tbody :is(a[href], button)"];

/** Goes from the search of a list to the first of its rows. False: there is none. */
export function goToRows(search: HTMLElement): boolean {
  const page = search.closest("[role=dialog], main") ?? document;
  const first = FIRST_STOPS.map((stop) => page.querySelector<HTMLElement>(stop)).find((stop) => stop !== null);
  first?.focus();
  return first !== undefined;
}

/**
 * The keyboard of a table's rows with the given keys: arrows, or j and k from anywhere on the page, go from row to row,
 * x and Space select. The focus stays with its row while other rows come and go, and moves to the next row when its own
 * leaves. Spread the result on the body of the table.
 */
export function useRowKeys(
  keys: readonly string[],
  {
    selection,
    opens,
    letters = [],
    isAside,
  }: {
    selection: Selection | undefined;
    /** Whether Enter opens a row. */
    opens: boolean;
    letters?: readonly RowLetter[] | undefined;
    isAside: boolean;
  },
) {
  const t = useTranslations("ui.rowKeys");
  const body = useRef<HTMLTableSectionElement>(null);
  const kept = useRef<{ key: string; at: number } | null>(null);

  const rows = () => [...(body.current?.rows ?? [])];
  /** Where the focus of a row is: its link, else the row itself. */
  const stops = () => rows().map((row) => row.querySelector<HTMLElement>("[data-row]") ?? row);
  // Menus and dialogs of a row are its children in React, but elsewhere in the DOM.
  const rowOf = (target: EventTarget | null) => rows().findIndex((row) => row.contains(target as Node | null));

  function keep({ target }: { target: EventTarget }) {
    const at = rowOf(target);
    const key = keys[at];
    if (key !== undefined) kept.current = { key, at };
  }

  useLayoutEffect(() => {
    if (!kept.current) return;
    const now = keys.indexOf(kept.current.key);
    kept.current.at = now >= 0 ? now : Math.min(kept.current.at, keys.length - 1);
    if (document.activeElement === document.body) stops()[kept.current.at]?.focus({ preventScroll: true });
  });

  useEffect(() => {
    // A click or a focus elsewhere means that the person has left the row.
    const leave = ({ type, target }: Event) => {
      if (!(target instanceof Element) || target.closest(ABOVE_THE_PAGE)) return;
      if (type === "pointerdown" || !body.current?.contains(target)) kept.current = null;
    };
    window.addEventListener("pointerdown", leave);
    window.addEventListener("focusin", leave);
    return () => {
      window.removeEventListener("pointerdown", leave);
      window.removeEventListener("focusin", leave);
    };
  }, []);

  const step = (by: 1 | -1) => () => {
    const at = rowOf(document.activeElement);
    stops()[at < 0 ? 0 : at + by]?.focus();
  };
  function select(at: number, range: boolean) {
    const key = keys[at];
    if (key !== undefined) selection?.toggle(key, keys, range);
  }
  useShortcuts(
    isAside
      ? []
      : [
          { keys: ["j"], label: t("next"), run: step(1) },
          { keys: ["k"], label: t("previous"), run: step(-1) },
          ...(selection
            ? [{ keys: ["x"], label: t("select"), run: () => select(rowOf(document.activeElement), false) }]
            : []),
          ...letters.map(({ letter, label, run }) => ({
            keys: [letter],
            label,
            run: () => run(keys[rowOf(document.activeElement)] ?? null),
          })),
          // Only listed here; the link itself handles it.
          ...(opens ? [{ keys: ["Enter"], label: t("open"), run: () => undefined }] : []),
        ],
  );

  return {
    ref: body,
    onFocus: (event: FocusEvent) => keep(event),
    // Not every browser focuses a button when it is clicked.
    onClickCapture: ({ target }: MouseEvent) => {
      const button = (target as Element).closest("button");
      if (button) keep({ target: button });
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const at = rowOf(event.target);
      if (at < 0) return;
      const found = stops();
      if (event.key !== " " || !selection || event.target !== found[at]) return goByKeys(event, found, at);
      event.preventDefault();
      select(at, event.shiftKey);
    },
  };
}
