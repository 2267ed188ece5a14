import { useTranslations } from "next-intl";
import type { ClipboardEvent } from "react";
import { useFormContext } from "react-hook-form";
import { isCopiedTable, readCopied } from "@/lib/copied-cells";
import { MAX_ITEMS } from "@/lib/order-choices";
import { emptyItem, type ShipType } from "@/lib/order-form-values";
import { toast } from "./ui/toast";

/** A column as far as pasting knows it. `reads`: what a cell's text means; undefined: nothing that the column can hold. */
export type PasteColumn = { field: string; reads?: (text: string) => unknown };

/**
 * Cells copied from a spreadsheet fill a grid of items from the cell on into which they are pasted, and lines are added
 * below; a notice says how many, and can undo it.
 */
export function usePasteCells({
  name,
  shipType,
  columns,
  replace,
}: {
  /** The list's path in the form. */
  name: string;
  shipType: ShipType;
  columns: readonly PasteColumn[];
  replace: (items: readonly object[]) => void;
}): (event: ClipboardEvent<HTMLElement>) => void {
  const t = useTranslations("orderForm.item");
  const form = useTranslations("orderForm");
  const { getValues } = useFormContext();

  async function fill(text: string, line: number, field: string) {
    const copied = await readCopied(text);
    const first = columns.findIndex((column) => column.field === field);
    const before = structuredClone(getValues(name)) as Record<string, unknown>[];
    const items = structuredClone(before);
    for (const [below, cells] of copied.slice(0, MAX_ITEMS - line).entries()) {
      const item = items[line + below] ?? (emptyItem(shipType) as Record<string, unknown>);
      items[line + below] = item;
      for (const [right, cell] of cells.entries()) {
        const column = columns[first + right];
        const value = column?.reads ? column.reads(cell) : cell;
        if (column && value !== undefined) item[column.field] = value;
      }
    }
    replace(items);
    const left = Math.max(0, copied.length - (MAX_ITEMS - line));
    toast(
      left > 0
        ? t("pastedSome", { count: copied.length - left, left, max: MAX_ITEMS })
        : t("pasted", { count: copied.length }),
      { action: { label: form("undo"), onClick: () => replace(before) } },
    );
  }

  return (event) => {
    const text = event.clipboardData.getData("text/plain");
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-cell]") : null;
    const [line = "", field = ""] = cell?.dataset.cell?.split(":") ?? [];
    if (!isCopiedTable(text) || line === "") return;
    event.preventDefault();
    void fill(text, Number(line), field);
  };
}
