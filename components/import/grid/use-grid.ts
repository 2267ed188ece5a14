"use client";

import type { ClipboardEvent, KeyboardEvent, MouseEvent } from "react";
import { isCopiedTable, readCopied } from "@/lib/tables/copied-cells";
import { type Cursor, type Place, useCursor } from "./use-cursor";
import type { CellChange, GridRow } from "./use-rows";

type Options = {
  rows: readonly GridRow[];
  columns: readonly string[];
  isReadOnly: boolean;
  /** Columns of which spaces around a value are a part. */
  exact: readonly string[];
  textOf: (n: number, column: string) => string;
  change: (changes: readonly CellChange[]) => number;
  onUndo: () => void;
  /** Takes what is typed for every row with the same fault. */
  onAlike: (place: Place, text: string) => void;
  onPasted: (cells: number, left: number) => void;
  onFailure: (error: unknown) => void;
};

/** What fills several cells at once. */
function fillings(cursor: Cursor, { rows, columns, exact, textOf, change, onPasted }: Options) {
  const { selected, at, top } = cursor;
  const column = cursor.place?.column ?? "";
  const cell = (n: number, of: string, value: string) => ({
    ...{ n, column: of, before: textOf(n, of) },
    value: exact.includes(of) ? value : value.trim(),
  });
  return {
    /** The first selected cell into the others, or the one above into the only one. */
    down(): void {
      // What is typed at the cursor gives way to what is above it.
      cursor.draft.current = null;
      const above = rows[at - 1];
      const [first, ...others] = selected.length > 1 ? selected : above ? [above, ...selected] : [];
      if (!first) return;
      const value = textOf(first.n, column);
      change(others.map(({ n }) => cell(n, column, value)));
    },
    clear: () => void change(selected.map(({ n }) => cell(n, column, ""))),
    /** Cells of a spreadsheet from the cursor on; one alone into all that are selected. */
    async paste(text: string): Promise<void> {
      const lines = await readCopied(text);
      const only = lines.length === 1 && lines[0]?.length === 1 ? lines[0][0] : undefined;
      if (only !== undefined && selected.length > 1) {
        onPasted(change(selected.map(({ n }) => cell(n, column, only))), 0);
        return;
      }
      const first = columns.indexOf(column);
      const changes: CellChange[] = [];
      let left = 0;
      for (const [down, cells] of lines.entries())
        for (const [right, value] of cells.entries()) {
          const [row, into] = [rows[top + down], columns[first + right]];
          if (row && into) changes.push(cell(row.n, into, value));
          else if (value) left++;
        }
      change(changes);
      onPasted(changes.length, left);
    },
  };
}

const isWhole = ({ selectionStart, selectionEnd, value }: HTMLTextAreaElement) =>
  selectionStart === 0 && selectionEnd === value.length;

/** Keys that only go somewhere. Left and right stay in a text that is being typed. */
function goBy(cursor: Cursor, { key, shiftKey, currentTarget }: KeyboardEvent<HTMLTextAreaElement>): boolean {
  if (key === "ArrowDown") return cursor.moveBy(1, 0, shiftKey);
  if (key === "ArrowUp") return cursor.moveBy(-1, 0, shiftKey);
  if (shiftKey || cursor.draft.current || !isWhole(currentTarget)) return false;
  if (key === "ArrowRight") return cursor.moveBy(0, 1);
  if (key === "ArrowLeft") return cursor.moveBy(0, -1);
  return false;
}

/**
 * A grid and its keys, which are those of a spreadsheet. The cell at the cursor is a field, so that any way of typing works
 * there.
 */
export function useGrid(options: Options) {
  const { rows, columns, isReadOnly, textOf, change, onUndo, onAlike, onFailure } = options;
  const tidy = (column: string, text: string) => (options.exact.includes(column) ? text : text.trim());
  const cursor = useCursor(rows, columns, ({ n, column, text, before }) => {
    if (!isReadOnly) change([{ n, column, value: tidy(column, text), before }]);
  });
  const { place, selected, draft, moveTo, moveBy, take } = cursor;
  const fill = fillings(cursor, options);

  function takeAlike(): void {
    if (!place || isReadOnly) return;
    const typed = draft.current?.text;
    const text = typed === undefined ? textOf(place.n, place.column) : tidy(place.column, typed);
    draft.current = null;
    onAlike(place, text);
  }

  function giveUp(field: HTMLTextAreaElement): void {
    field.value = place ? textOf(place.n, place.column) : "";
    draft.current = null;
    field.select();
  }

  function goOn(by: 1 | -1): void {
    if (!moveBy(by, 0)) take();
  }

  /** The command of a key, if it is one. */
  function commandOf(event: KeyboardEvent<HTMLTextAreaElement>): (() => void) | null {
    const { shiftKey, altKey, currentTarget: field } = event;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const isMod = event.ctrlKey || event.metaKey;
    if (key === "Enter" && !isMod) return altKey ? takeAlike : () => goOn(shiftKey ? -1 : 1);
    if (isReadOnly) return null;
    if (isMod && key === "d") return fill.down;
    if (isMod && key === "z" && !shiftKey && !draft.current) return onUndo;
    if (isMod) return null;
    if (key === "F2") return () => field.setSelectionRange(field.value.length, field.value.length);
    if (key === "Escape" && draft.current) return () => giveUp(field);
    if (key === "Delete" && selected.length > 1) return fill.clear;
    return null;
  }

  return {
    ...cursor,
    takeAlike,
    /** What the field at the cursor needs. */
    fieldProps: {
      ref: cursor.field,
      isTyping: () => draft.current !== null,
      onInput: (text: string) => {
        const before = draft.current?.before ?? (place ? textOf(place.n, place.column) : "");
        if (place) draft.current = { ...place, text, before };
      },
      onFocus: cursor.settle,
      onBlur: take,
      onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => {
        if (event.nativeEvent.isComposing) return;
        const command = commandOf(event);
        command?.();
        if (command || goBy(cursor, event)) event.preventDefault();
      },
      onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => {
        const text = event.clipboardData.getData("text/plain");
        if (isReadOnly || !(isCopiedTable(text) || selected.length > 1)) return;
        event.preventDefault();
        fill.paste(text).then(() => {
          draft.current = null;
        }, onFailure);
      },
      onCopy: (event: ClipboardEvent<HTMLTextAreaElement>) => {
        if (selected.length < 2 || !place) return;
        event.preventDefault();
        event.clipboardData.setData("text/plain", selected.map(({ n }) => textOf(n, place.column)).join("\n"));
      },
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      const target = event.target instanceof Element ? event.target : null;
      const [n, column] = target?.closest<HTMLElement>("[data-cell]")?.dataset.cell?.split(":") ?? [];
      if (!n || !column || target?.closest("a, textarea")) return;
      moveTo({ n: Number(n), column }, event.shiftKey && column === place?.column);
    },
  };
}

export type Grid = ReturnType<typeof useGrid>;
