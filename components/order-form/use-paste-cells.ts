import { useTranslations } from "next-intl";
import type { ClipboardEvent } from "react";
import { flushSync } from "react-dom";
import { useFormContext } from "react-hook-form";
import { isCopiedTable, readCopied } from "@/lib/tables/copied-cells";
import { focusField } from "../forms/form-checks";
import { useFailureToast } from "../ui/failure-toast";
import { toast } from "../ui/toast";

/** A column as far as pasting knows it. `reads`: what a cell's text means; undefined: nothing that the column can hold. */
export type PasteColumn = { field: string; reads?: (text: string) => unknown };

/**
 * Cells copied from a spreadsheet fill a grid of items or parcels from the cell on into which they are pasted, and lines
 * are added below. A notice says how many and what could not be used, and can undo it.
 */
export function usePasteCells({
  name,
  empty,
  most,
  what,
  columns,
  replace,
}: {
  /** The list's path in the form. */
  name: string;
  /** A line with nothing in it, and how many lines there may be. */
  empty: object;
  most: number;
  /** Whose words say what was pasted. */
  what: "item" | "parcel";
  /** Those that the grid shows, then those that are folded away. */
  columns: readonly PasteColumn[];
  replace: (items: readonly object[]) => void;
}): (event: ClipboardEvent<HTMLElement>) => void {
  const t = useTranslations(`orderForm.${what}`);
  const tForm = useTranslations("orderForm");
  const { getValues } = useFormContext();
  const showFailure = useFailureToast();

  async function fill(text: string, line: number, field: string) {
    const copied = await readCopied(text);
    const first = columns.findIndex((column) => column.field === field);
    const before = structuredClone(getValues(name)) as Record<string, unknown>[];
    const items = structuredClone(before);
    const blank = empty as Record<string, unknown>;
    let unused = 0;
    for (const [below, cells] of copied.slice(0, most - line).entries()) {
      const item = items[line + below] ?? structuredClone(blank);
      items[line + below] = item;
      for (const [right, given] of cells.entries()) {
        const cell = given.trim();
        const column = columns[first + right];
        const value = column?.reads ? column.reads(cell) : cell;
        // What was there belongs to another item.
        if (column) item[column.field] = value === undefined ? blank[column.field] : value;
        if (cell && (!column || value === undefined)) unused++;
      }
    }
    // Replacing the lines removes their fields from the page, and the focus with them.
    flushSync(() => replace(items));
    focusField(`${name}.${line}.${field}`);
    const left = Math.max(0, copied.length - (most - line));
    toast(t("pasted", { count: copied.length - left, unused, left, max: most }), {
      action: { label: tForm("undo"), onClick: () => replace(before) },
    });
  }

  return (event) => {
    const text = event.clipboardData.getData("text/plain");
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-cell]") : null;
    const [line = "", field = ""] = cell?.dataset.cell?.split(":") ?? [];
    if (!isCopiedTable(text) || line === "") return;
    event.preventDefault();
    fill(text, Number(line), field).catch(showFailure);
  };
}
