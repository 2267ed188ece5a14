"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { KeyboardEvent, ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { queryFor } from "@/lib/api-client";
import { comparable } from "@/lib/choice-search";
import type { Item } from "@/lib/contracts/item";
import { text } from "@/lib/loose";
import { emptyItem, type ShipType } from "@/lib/orders/form-values";
import { useWorkspace } from "../environment";
import { focusField, useChecks } from "../forms/form-checks";
import { useLater } from "../ui/use-later";
import { usePastLines } from "./past-lines";
import { codeOf, currencyFor, type Line } from "./product-lines";

const PAUSE_MS = 200;
const FRESH_MS = 60_000;
/** Enough digits to be a code: nothing is left to look for. */
const WHOLE_CODE = 6;
/** The most of a kind that are offered. */
const MOST = 5;
const CODES: ReadonlySet<string> = new Set(["sku", "bar_code_eid"]);

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

/**
 * What fits a line while it is typed, below it: codes of the tariff in the HS cell, else what was sent to the recipient
 * last time and the account's items.
 */
export function LineSuggestions(props: Props & { hasItems: boolean }) {
  if (props.typed.field === "hscode")
    return <HsSuggestions field={`${props.row}.hscode`} text={props.typed.text} onDone={props.onDone} />;
  return <ItemSuggestions {...props} />;
}

/** One letter begins everything; one Chinese sign may be a word: 茶, 鞋. */
const isEnough = (q: string) => q.length > 1 || /\p{Script=Han}/u.test(q);

/** Codes of the tariff for what is typed into a field, and their words; `field`: its path in the form. */
export function HsSuggestions({ field, text, onDone }: { field: string; text: string; onDone: () => void }) {
  const t = useTranslations("orderForm.suggestions");
  const { where } = useWorkspace();
  const { setValue } = useFormContext();
  const checks = useChecks();
  const q = useLater(codeOf(text), PAUSE_MS);
  const digits = /^[\d.\s]*$/.test(q) ? q.replace(/\D/g, "").length : 0;
  const isAsked = isEnough(q) && digits < WHOLE_CODE;
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

function ItemSuggestions({ row, shipType, typed, onDone, hasItems }: Props & { hasItems: boolean }) {
  const t = useTranslations("orderForm.suggestions");
  const { where } = useWorkspace();
  const { setValue, getValues } = useFormContext();
  const checks = useChecks();
  const line: unknown = useWatch({ name: row });
  const q = useLater(codeOf(typed.text), PAUSE_MS);
  const isAsked = isEnough(q) && q.length <= 200;
  const { data } = useQuery({
    ...queryFor("listItems", { q, limit: "6" }, where),
    enabled: isAsked && hasItems,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
  const currency = currencyFor(shipType, getValues);
  const { lines, isPending } = usePastLines(shipType, { currency, isAsked });
  const found = data?.data ?? [];
  // The whole SKU of a product has an offer of its own, with its stock.
  const hasOffer = typed.field === "sku" && found.some(({ sku }) => sku === q);
  const isOffered = ({ sku }: { sku?: unknown }) => !hasOffer || text(sku) !== q;
  const own = (line ?? {}) as Line;
  const past = lines
    .filter((known) => isNamed(known, q, typed.field) && isOffered(known))
    .slice(0, MOST)
    .map((known) => ({ known, fills: lineFills(shipType, own, known, typed.field) }));
  const items = found
    .filter(isOffered)
    .slice(0, MOST)
    .map((item) => ({ item, fills: itemFills(shipType, own, item, currency, typed.field) }))
    .filter(({ fills }) => !past.some((known) => fillsAll(known.fills, fills)));
  // They appear together, so that none moves below the pointer.
  if (!isAsked || isPending || items.length + past.length === 0 || codeOf(typed.text) === "") return null;

  function fill(fills: Line) {
    for (const [field, value] of Object.entries(fills)) setValue(`${row}.${field}`, value, { shouldDirty: true });
    checks.changed(row);
    // What only the person knows comes next.
    focusField(`${row}.qty`, { selects: true });
    onDone();
  }

  return (
    <Suggestions label={t("lines")} field={`${row}.${typed.field}`} onClose={onDone}>
      {past.map(({ known, fills }) => (
        <Suggestion key={JSON.stringify(known)} onChoose={() => fill(fills)}>
          <LineText name={nameOf(known)} about={t("before")} line={known} currency={currency} />
        </Suggestion>
      ))}
      {items.map(({ item, fills }) => (
        <Suggestion key={item.id} onChoose={() => fill(fills)}>
          <LineText
            name={item.name}
            about={[item.sku, item.bar_code_eid, item.description].filter(Boolean).join(" · ")}
            line={item}
            currency={item.currency ?? "HKD"}
          />
        </Suggestion>
      ))}
    </Suggestions>
  );
}

const nameOf = (line: Line) => text(line.name) || text(line.description);

/** Whether what one fills in is part of what the other does. */
const fillsAll = (more: Line, fewer: Line) =>
  Object.entries(fewer).every(([field, value]) => JSON.stringify(more[field]) === JSON.stringify(value));

/** Whether what is typed begins one of a line's codes, or is part of its name where a name is typed. */
function isNamed(line: Line, typed: string, field: string): boolean {
  const wanted = comparable(typed);
  const begins = [line.sku, line.bar_code_eid].some((code) => comparable(text(code)).startsWith(wanted));
  return begins || (!CODES.has(field) && comparable(nameOf(line)).includes(wanted));
}

function LineText({ name, about, line, currency }: { name: string; about: string; line: Line; currency: string }) {
  const price = text(line.single_price) || text(line.single_value);
  return (
    <>
      <span className="min-w-0 flex-1 basis-48">
        <span className="block truncate">{name}</span>
        <span className="block truncate text-xs text-muted">{about}</span>
      </span>
      <span className="text-xs text-muted tabular-nums">
        {[text(line.hscode), text(line.origin), price && `${currency} ${price}`].filter(Boolean).join(" · ")}
      </span>
    </>
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

/** The cells by which an item is found. */
const NAMING: ReadonlySet<string> = new Set(["description", "name", "sku", "bar_code_eid"]);

/** Customs read at most so many characters. */
const MAX_DESCRIPTION = 35;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? "") === JSON.stringify(b ?? "");

function knownOf(shipType: ShipType, item: Item, currency: string): Line {
  const { sku, bar_code_eid, hscode, origin, unit, battery, single_weight, single_price } = item;
  const price = (item.currency ?? "HKD") === currency ? single_price : null;
  const both = { sku, bar_code_eid };
  if (shipType === "local") return { ...both, name: item.name, single_value: price };
  const description = item.description ?? [...item.name].slice(0, MAX_DESCRIPTION).join("").trim();
  return { ...both, description, hscode, origin, unit, battery, single_weight, single_price: price };
}

/** What a known line fills in: the cell being edited, and every empty field. */
function lineFills(shipType: ShipType, line: Line, known: Line, typed: string): Line {
  const empty = emptyItem(shipType) as Line;
  return Object.fromEntries(
    Object.entries(known).filter(
      ([field, value]) => value !== null && value !== "" && (field === typed || isSame(line[field], empty[field])),
    ),
  );
}

/**
 * What choosing an item fills in: the cell being edited, the description, and every empty field, but no price in
 * another currency.
 */
function itemFills(shipType: ShipType, line: Line, item: Item, currency: string, typed: string): Line {
  return lineFills(shipType, line, knownOf(shipType, item, currency), typed);
}
