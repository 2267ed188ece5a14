"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { KeyboardEvent, ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { queryFor } from "@/lib/api-client";
import type { ShipType } from "@/lib/order-form-values";
import { usePlace } from "./environment";
import { focusField, useChecks } from "./form-checks";
import { itemFills, NAMING } from "./item-lines";
import { codeOf, currencyFor, type Line } from "./product-lines";
import { useLater } from "./ui/use-later";

const PAUSE_MS = 200;
const FRESH_MS = 60_000;
/** Enough digits to be a code: nothing is left to look for. */
const WHOLE_CODE = 6;

/** What is typed into a cell of a line. */
export type Typed = { rowId: string; field: string; text: string };

type Props = {
  /** The line's path in the form. */
  row: string;
  shipType: ShipType;
  typed: Typed;
  /** Something was chosen. */
  onDone: () => void;
};

/** What fits a line while it is typed, below it: codes of the tariff in the HS cell, else the account's items. */
export function LineSuggestions(props: Props & { hasItems: boolean }) {
  if (props.typed.field === "hscode")
    return <HsSuggestions field={`${props.row}.hscode`} text={props.typed.text} onDone={props.onDone} />;
  return props.hasItems ? <ItemSuggestions {...props} /> : null;
}

/** Codes of the tariff for what is typed into a field, and their words; `field`: its path in the form. */
export function HsSuggestions({ field, text, onDone }: { field: string; text: string; onDone: () => void }) {
  const t = useTranslations("orderForm.suggestions");
  const { where } = usePlace();
  const { setValue } = useFormContext();
  const checks = useChecks();
  const q = useLater(codeOf(text), PAUSE_MS);
  const digits = /^[\d.\s]*$/.test(q) ? q.replace(/\D/g, "").length : 0;
  const isAsked = q.length > 1 && digits < WHOLE_CODE;
  const { data } = useQuery({
    ...queryFor("listHsCodes", { q }, where),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
  if (!isAsked || !data || codeOf(text) === "") return null;

  function choose(hscode: string) {
    setValue(field, hscode, { shouldDirty: true });
    checks.changed(field);
    focusField(field);
    onDone();
  }

  return (
    <Suggestions label={t("hs")} field={field} empty={t("hsNone")} onClose={onDone}>
      {data.map((code) => (
        <Suggestion key={code.hscode} onChoose={() => choose(code.hscode)}>
          <span className="w-16 shrink-0 font-semibold tabular-nums">
            {code.hscode.slice(0, 4)}.{code.hscode.slice(4)}
          </span>
          <span className="min-w-0 flex-1 basis-64">
            <span className="line-clamp-2">{code.description}</span>
            {code.description_zh ? (
              <span lang="zh-Hant" className="block text-muted">
                {code.description_zh}
              </span>
            ) : null}
          </span>
          <span className="w-full truncate text-xs text-muted @3xl:w-56" title={code.chapter_title}>
            {t("chapter", { chapter: code.chapter, title: code.chapter_title })}
          </span>
        </Suggestion>
      ))}
    </Suggestions>
  );
}

function ItemSuggestions({ row, shipType, typed, onDone }: Props) {
  const t = useTranslations("orderForm.suggestions");
  const { where } = usePlace();
  const { setValue, getValues } = useFormContext();
  const checks = useChecks();
  const line: unknown = useWatch({ name: row });
  const q = useLater(codeOf(typed.text), PAUSE_MS);
  const isAsked = q.length > 1 && q.length <= 200;
  const { data } = useQuery({
    ...queryFor("listItems", { q, limit: "6" }, where),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
  // A whole SKU has an offer of its own, with its stock.
  const items = (data?.data ?? []).filter(({ sku }) => typed.field !== "sku" || sku !== q).slice(0, 5);
  if (!isAsked || items.length === 0 || codeOf(typed.text) === "") return null;

  return (
    <Suggestions label={t("items")} field={`${row}.${typed.field}`} onClose={onDone}>
      {items.map((item) => (
        <Suggestion
          key={item.id}
          onChoose={() => {
            const fills = itemFills(
              shipType,
              (line ?? {}) as Line,
              item,
              currencyFor(shipType, getValues),
              typed.field,
            );
            for (const [field, value] of Object.entries(fills))
              setValue(`${row}.${field}`, value, { shouldDirty: true });
            checks.changed(row);
            // What only the person knows comes next.
            focusField(`${row}.qty`, { selects: true });
            onDone();
          }}
        >
          <span className="min-w-0 flex-1 basis-48">
            <span className="block truncate">{item.name}</span>
            <span className="block truncate text-xs text-muted">
              {[item.sku, item.bar_code_eid, item.description].filter(Boolean).join(" · ")}
            </span>
          </span>
          <span className="text-xs text-muted tabular-nums">
            {[item.hscode, item.origin, item.single_price && `${item.currency ?? "HKD"} ${item.single_price}`]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </Suggestion>
      ))}
    </Suggestions>
  );
}

/** ↓ from the cell leads into the list, ↑ and ↓ move, Escape returns to the cell. */
function Suggestions({
  label,
  field,
  empty,
  onClose,
  children,
}: {
  label: string;
  /** The path of the cell. */
  field: string;
  /** Said when there are none. */
  empty?: string;
  onClose: () => void;
  children: ReactNode[];
}) {
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === "Escape") {
      event.preventDefault();
      focusField(field);
      return onClose();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
    const next = buttons.indexOf(event.target as HTMLElement) + step;
    if (next < 0) focusField(field);
    else buttons[next]?.focus();
  }

  return (
    <section data-suggestions aria-label={label} className="overflow-hidden rounded-md border border-line bg-surface">
      {children.length === 0 ? (
        <p role="status" className="px-3 py-2 text-muted">
          {empty}
        </p>
      ) : (
        <ul aria-label={label} onKeyDown={onKeyDown} className="divide-y divide-line">
          {children}
        </ul>
      )}
    </section>
  );
}

function Suggestion({ onChoose, children }: { onChoose: () => void; children: ReactNode }) {
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex w-full flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-1.5 text-left hover:bg-hover focus-visible:bg-hover focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent"
      >
        {children}
      </button>
    </li>
  );
}

/** Whether what is typed into a cell asks for suggestions. */
export function asksFor(field: string | undefined): field is string {
  return field !== undefined && (field === "hscode" || NAMING.has(field));
}
