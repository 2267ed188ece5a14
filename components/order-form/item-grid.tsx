"use client";

import { ChevronDown, Copy, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  type FormEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { MAX_ITEMS } from "@/lib/orders/choices";
import { emptyItem, type ShipType } from "@/lib/orders/form-values";
import { focusField, focusFieldSoon, useChecks } from "../forms/form-checks";
import { type FieldLabel, TextField, useHasErrors } from "../forms/form-fields";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";
import { toast } from "../ui/toast";
import { asksFor, LineSuggestions, type Typed } from "./line-suggestions";
import { ProductPicker } from "./product-picker";
import { ProductSuggestion } from "./product-suggestion";
import { type PasteColumn, usePasteCells } from "./use-paste-cells";

export type GridColumn = PasteColumn & {
  label: FieldLabel;
  required?: boolean;
  /** How many of 24 columns it takes in a wide grid: a class, so that Tailwind finds it. */
  span: string;
  /** The control; its name is the field's path. */
  render: (name: string) => ReactNode;
};

export type ItemGridProps = {
  /** The list's path in the form. */
  name: string;
  shipType: ShipType;
  /** Names the whole grid for screen readers. */
  label: string;
  columns: readonly GridColumn[];
  /** Whether its columns fit on one line, so that headings can be the labels; else each control has its own. */
  hasHeads: boolean;
  /** The fields folded away below a row, and how they are shown. */
  moreFields: readonly string[];
  more: (row: string) => ReactNode;
  totals: ReactNode;
  /** Whether lines can be filled from a list of products. */
  hasProducts: boolean;
};

const GRID = "grid min-w-0 flex-1 grid-cols-2 gap-x-2 gap-y-2 @xl:grid-cols-24";

/** The codes of an item: folded away until one is used. */
export const CODE_FIELDS = ["sku", "bar_code_eid"] as const;

/** Whether the items of a list show their codes: on a pick-and-pack account, or as soon as an item has one. */
export function useShowsCodes(name: string, isPickPack: boolean): boolean {
  const isUsed = useWatch({
    name,
    compute: (items: unknown) =>
      Array.isArray(items) && items.some((item) => CODE_FIELDS.some((field) => Boolean(item?.[field]))),
  });
  const [isShown, setIsShown] = useState(isUsed);
  // A field that is typed in stays where it is, and so does a column that is emptied: the focus would go with it.
  if (isUsed && !isShown && !document.activeElement?.closest("[data-codes]")) setIsShown(true);
  return isPickPack || isShown;
}

/** Whether a grid has columns for the codes of an item, and whether they must be filled in. */
export type Codes = "none" | "some" | "required";

/** The columns of the codes, as they fit the grid. */
export function codeColumns(codes: Codes, { span }: { span: string }): GridColumn[] {
  const required = codes === "required";
  return (codes === "none" ? [] : CODE_FIELDS).map((field) => ({
    field,
    label: field,
    required,
    span,
    render: (name) => <TextField name={name} kind="code" required={required} />,
  }));
}

/** The codes of a line where they are folded away. */
export function FoldedCodes({ row, className }: { row: string; className?: string }) {
  return (
    <div data-codes className={className}>
      {CODE_FIELDS.map((field) => (
        <TextField key={field} name={`${row}.${field}`} kind="code" />
      ))}
    </div>
  );
}

/** The lines of a list of items, and what changes them; the focus follows to `firstField` of the line concerned. */
function useLines(name: string, firstField: string) {
  const t = useTranslations("orderForm.item");
  const tForm = useTranslations("orderForm");
  const { getValues } = useFormContext();
  const checks = useChecks();
  const rows = useFieldArray({ name });
  const focusLine = (index: number) => focusFieldSoon(`${name}.${index}.${firstField}`);

  function insert(index: number, item: unknown) {
    rows.insert(index, item as object, { shouldFocus: false });
    focusLine(index);
    checks.changed(name);
  }

  function remove(index: number) {
    const removed: unknown = structuredClone(getValues(`${name}.${index}`));
    rows.remove(index);
    focusLine(Math.max(0, Math.min(index, rows.fields.length - 2)));
    checks.changed(name);
    toast(t("removed", { number: index + 1 }), {
      action: { label: tForm("undo"), onClick: () => insert(index, removed) },
    });
  }

  function replace(items: readonly object[]) {
    rows.replace([...items]);
    checks.changed(name);
  }

  const acts = useRef({ insert, remove });
  useEffect(() => {
    acts.current = { insert, remove };
  });
  const onDuplicate = useCallback(
    (index: number) => acts.current.insert(index + 1, structuredClone(getValues(`${name}.${index}`))),
    [getValues, name],
  );
  const onRemove = useCallback((index: number) => acts.current.remove(index), []);

  return { rows: rows.fields, insert, replace, onDuplicate, onRemove };
}

/**
 * Rows of items as a grid: the column's heading is the label in a wide grid, each control's own in a narrow one. Enter
 * goes one row down and adds one at the end; ↑ and ↓ change rows.
 */
export function ItemGrid(props: ItemGridProps) {
  const { name, shipType, label, columns, hasHeads, totals, hasProducts } = props;
  const t = useTranslations("orderForm.item");
  const { rows, insert, replace, onDuplicate, onRemove } = useLines(name, columns[0]?.field ?? "");
  const folded = CODE_FIELDS.filter((field) => !columns.some((column) => column.field === field));
  const onPaste = usePasteCells({
    name,
    empty: emptyItem(shipType),
    most: MAX_ITEMS,
    what: "item",
    columns: [...columns, ...folded.map((field) => ({ field }))],
    replace,
  });
  const isFull = rows.length >= MAX_ITEMS;
  const [typed, setTyped] = useState<Typed | null>(null);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { target, key } = event;
    // In an input method Enter accepts its text; in a list the arrows choose.
    if (event.nativeEvent.isComposing || !(target instanceof HTMLInputElement) || target.type !== "text") return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const place = target.closest<HTMLElement>("[data-cell]")?.dataset.cell;
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[key];
    if (!place || step === undefined) return;
    event.preventDefault();
    const offered =
      key === "ArrowDown" && target.closest("li")?.querySelector<HTMLElement>("[data-suggestions] button");
    if (offered) return offered.focus();
    const [row = "0", field = ""] = place.split(":");
    const next = Number(row) + step;
    if (next < rows.length) {
      if (next >= 0) focusField(`${name}.${next}.${field}`, { selects: true });
    } else if (key === "Enter" && !isFull) insert(next, emptyItem(shipType));
  }

  // Only what is typed asks for suggestions, not what was filled in or came with a draft.
  function onInput({ target }: FormEvent<HTMLElement>) {
    if (!(target instanceof HTMLInputElement)) return;
    const [row = "", field] = target.closest<HTMLElement>("[data-cell]")?.dataset.cell?.split(":") ?? [];
    const rowId = rows[Number(row)]?.id;
    setTyped(rowId && asksFor(field) ? { rowId, field, text: target.value } : null);
  }
  const onDone = useCallback(() => setTyped(null), []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys only move among its controls
    <div className="@container flex flex-col" onKeyDown={onKeyDown} onInput={onInput} onPaste={onPaste}>
      {hasHeads ? <Heads columns={columns} /> : null}
      <ul aria-label={label} className="flex flex-col divide-y divide-line border-y border-line">
        {rows.map(({ id }, index) => (
          <Row
            key={id}
            name={name}
            columns={columns}
            hasHeads={hasHeads}
            moreFields={props.moreFields}
            more={props.more}
            index={index}
            isOnly={rows.length === 1}
            isFull={isFull}
            shipType={shipType}
            typed={typed?.rowId === id ? typed : null}
            hasProducts={hasProducts}
            onDone={onDone}
            onDuplicate={onDuplicate}
            onRemove={onRemove}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-2 pt-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button size="sm" disabled={isFull} onClick={() => insert(rows.length, emptyItem(shipType))}>
            <Plus aria-hidden="true" />
            {t("add")}
          </Button>
          {hasProducts ? <ProductPicker name={name} shipType={shipType} onReplace={replace} /> : null}
          <span className="hidden text-xs text-muted @3xl:inline">
            {isFull ? t("full", { max: MAX_ITEMS }) : t("keys")}
          </span>
        </div>
        <div className="text-right tabular-nums">{totals}</div>
      </div>
    </div>
  );
}

function Heads({ columns }: { columns: readonly GridColumn[] }) {
  const t = useTranslations("orderForm.fields");
  return (
    <div aria-hidden="true" className="hidden gap-2 pb-1 text-xs text-muted @xl:flex">
      <span className="w-5 shrink-0" />
      <div className={cn(GRID, "gap-y-0")}>
        {columns.map(({ field, label, required, span }) => (
          <span key={field} className={cn("truncate", span)}>
            {t(label)}
            {required ? <span className="ml-0.5 text-bad">*</span> : null}
          </span>
        ))}
      </div>
      <span className="w-26 shrink-0" />
    </div>
  );
}

type RowProps = Pick<ItemGridProps, "name" | "shipType" | "columns" | "hasHeads" | "moreFields" | "more"> & {
  index: number;
  isOnly: boolean;
  isFull: boolean;
  /** What is being typed here. */
  typed: Typed | null;
  hasProducts: boolean;
  onDone: () => void;
  onDuplicate: (index: number) => void;
  onRemove: (index: number) => void;
};

// Adding or removing a line must not draw hundreds of others again.
const Row = memo(function Row({
  name,
  shipType,
  columns,
  hasHeads,
  moreFields,
  more,
  index,
  isOnly,
  isFull,
  typed,
  hasProducts,
  onDone,
  onDuplicate,
  onRemove,
}: RowProps) {
  const t = useTranslations("orderForm.item");
  const [isOpen, setIsOpen] = useState(false);
  const path = `${name}.${index}`;
  const hasErrors = useHasErrors(
    moreFields.map((field) => `${path}.${field}`),
    path,
  );
  const shows = isOpen || hasErrors;
  const number = index + 1;
  const panelId = `more-${path.replaceAll(".", "-")}`;
  return (
    <li
      aria-label={t("title", { number })}
      className={cn("flex flex-wrap gap-x-2 py-2 @xl:flex-nowrap", !hasHeads && "@xl:py-3")}
    >
      <span
        aria-hidden="true"
        className={cn("w-full shrink-0 pb-1 text-xs text-muted @xl:w-5 @xl:pt-2", !hasHeads && "@xl:pt-7")}
      >
        <span className="@xl:hidden">{t("title", { number })}</span>
        <span className="hidden @xl:inline">{number}</span>
      </span>
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-3">
        <div className={cn(GRID, "[&_label]:text-xs")}>
          {columns.map(({ field, span, render }) => (
            <div key={field} data-cell={`${index}:${field}`} className={cn("min-w-0", span)}>
              {render(`${path}.${field}`)}
            </div>
          ))}
        </div>
        {typed?.field === "sku" && hasProducts ? (
          <ProductSuggestion row={path} shipType={shipType} typed={typed.text} />
        ) : null}
        {typed ? (
          <LineSuggestions row={path} shipType={shipType} typed={typed} hasItems={hasProducts} onDone={onDone} />
        ) : null}
        {shows ? (
          <div id={panelId} className="rounded-md bg-background p-3">
            {more(path)}
          </div>
        ) : null}
      </div>
      <div
        className={cn(
          "flex w-full shrink-0 items-start justify-end gap-1",
          hasHeads ? "@xl:w-26" : "@xl:w-8 @xl:flex-col @xl:justify-start @xl:pt-5",
        )}
      >
        <RowButton
          label={t("more", { number })}
          onClick={() => setIsOpen(!shows)}
          aria-expanded={shows}
          aria-controls={shows ? panelId : undefined}
        >
          <ChevronDown aria-hidden="true" className={cn("transition-transform", shows && "rotate-180")} />
        </RowButton>
        <RowButton label={t("duplicate", { number })} onClick={() => onDuplicate(index)} disabled={isFull}>
          <Copy aria-hidden="true" />
        </RowButton>
        <RowButton label={t("remove", { number })} onClick={() => onRemove(index)} disabled={isOnly}>
          <Trash2 aria-hidden="true" />
        </RowButton>
      </div>
    </li>
  );
});

type RowButtonProps = {
  label: string;
  onClick: () => void;
  disabled?: boolean;
  "aria-expanded"?: boolean;
  "aria-controls"?: string | undefined;
  children: ReactNode;
};

/** A small button of a row or parcel: an icon, with its label as a tooltip and for screen readers. */
export function RowButton({ label, children, ...rest }: RowButtonProps) {
  return (
    <Button variant="ghost" size="icon-sm" aria-label={label} title={label} {...rest}>
      {children}
    </Button>
  );
}
