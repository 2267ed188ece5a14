import type { KeyboardEvent } from "react";

/** Arrow keys, Home and End go from stop to stop, of which one per row; the focus is at the stop `at`. */
export function goByKeys(event: KeyboardEvent, stops: readonly HTMLElement[], at: number): void {
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  stops[to]?.focus();
}

/** The links of a table's rows (`data-row`) and the row that a key was pressed in; null: not of these rows, or a shortcut. */
export function pressedRow(event: KeyboardEvent, body: HTMLElement | null) {
  if (!body || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return null;
  const target = event.target as HTMLElement;
  // Menus and dialogs of a row are its children for React, yet stand elsewhere on the page.
  if (!body.contains(target)) return null;
  const links = [...body.querySelectorAll<HTMLElement>("[data-row]")];
  return { links, at: links.findIndex((link) => link.closest("tr") === target.closest("tr")) };
}
