"use client";

import { Check, CircleAlert, MapPin, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { PickupPointDialog } from "@/components/order-form/pickup-point-dialog";
import { KeyName } from "@/components/shell/key-name";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { LinkButton } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import type { CallResult } from "@/lib/api-client";
import type { Import } from "@/lib/contracts/import";
import type { FileKind } from "@/lib/file-kinds";
import { formatNumber } from "@/lib/format";
import type { ListProvider } from "@/lib/lists/list-provider";
import { columnOf, type FaultKind } from "./grid/faults";
import type { Place } from "./grid/use-cursor";
import type { GridRow } from "./grid/use-rows";
import { Costs } from "./import-costs";
import { useImportWords } from "./import-facts";
import { KINDS } from "./kinds";
import { useColumnLabel } from "./use-column-label";

export type Services = { providers: readonly ListProvider[]; pointProvider: string | null };

const NAMED_ROWS = 6;

/** Rows by their numbers, or how many they are. */
function useRowNames() {
  const t = useTranslations("imports");
  return ({ rows, count }: Pick<FaultKind, "rows" | "count">) =>
    count > rows.length
      ? t("rowsMany", { n: count, count: formatNumber(count) })
      : t("rowsOf", { n: count, rows: rows.join(", ") });
}

type FaultProps = Services & {
  kind: FileKind;
  place: Place | null;
  row: GridRow | undefined;
  /** Other rows with the same value that is wrong for the same reason. */
  alike: readonly number[];
  hasFaults: boolean;
  isReadOnly: boolean;
  onChange: (value: string) => void;
  onAlike: () => void;
  onGo: (place: Place) => void;
};

/** What is wrong with the cell at the cursor, in words, and how it may be fixed. */
export function FaultPanel(props: FaultProps) {
  const t = useTranslations("imports.fault");
  const label = useColumnLabel(props.kind);
  const { place, row, hasFaults } = props;
  const tDoubts = useTranslations("products.warnings");
  const { columns, doubts } = KINDS[props.kind];
  if (!place || !row)
    return (
      <Section title={t(hasFaults ? "choose" : "allGood")}>
        <span />
      </Section>
    );
  const here = row.errors.filter(({ column }) => columnOf(columns, column) === place.column);
  const doubt = here.length > 0 ? undefined : doubts(row.values)[place.column];
  const others = row.errors.filter(({ column }) => columnOf(columns, column) !== place.column);
  return (
    <Section title={t("title", { n: row.n, column: label(place.column) })}>
      <div className="flex flex-col gap-3">
        {doubt ? (
          <p className="flex items-start gap-2 font-semibold text-warn">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {tDoubts(doubt)}
          </p>
        ) : null}
        {here.length === 0 && !doubt ? <p className="text-muted">{t("ok")}</p> : null}
        {here.map(({ column, message }) => (
          <p key={column} className="font-semibold">
            {message}
          </p>
        ))}
        {props.isReadOnly ? null : <Ways {...props} place={place} row={row} isWrong={here.length > 0} />}
        {others.length > 0 ? (
          <div>
            <p className="text-xs text-muted">{t("also")}</p>
            <ul>
              {others.map(({ column, message }) => (
                <li key={column}>
                  <button
                    type="button"
                    className="flex min-h-8 w-full items-center gap-2 rounded-sm text-left hover:underline"
                    onClick={() => props.onGo({ n: row.n, column: columnOf(columns, column) })}
                  >
                    <CircleAlert aria-hidden="true" className="size-3.5 shrink-0 text-bad" />
                    {label(column)}: {message}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
    </Section>
  );
}

/** The offers for what is wrong with a cell. */
function Ways({
  kind,
  place: { column },
  row,
  alike,
  providers,
  pointProvider,
  isWrong,
  onChange,
  onAlike,
}: FaultProps & { place: Place; row: GridRow; isWrong: boolean }) {
  const t = useTranslations("imports.fault");
  const { href } = useWorkspace();
  const [isFinding, setIsFinding] = useState(false);
  const isAboutDefaults = row.errors.some((error) => /^sender(\.|$)/.test(error.column));
  const isFurther = row.first_n !== row.n && !KINDS[kind].hasOfItsOwn(column);
  if (!isWrong && alike.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {column === "other" && isAboutDefaults ? (
        <>
          <LinkButton href={href("/settings/defaults")}>{t("defaults")}</LinkButton>
          <p className="text-xs text-muted">{t("defaultsAbout")}</p>
        </>
      ) : null}
      {column === "shipping_provider" && isWrong
        ? providers
            .filter(({ ship_type }) => ship_type === kindOf(row))
            .map(({ code, shortName }) => (
              <Button key={code} className="justify-start" onClick={() => onChange(code)}>
                {t("use", { name: shortName })}
              </Button>
            ))
        : null}
      {column === "recipient_delivery_code" && pointProvider && isWrong ? (
        <>
          <Button onClick={() => setIsFinding(true)}>
            <MapPin aria-hidden="true" />
            {t("point")}
          </Button>
          <PickupPointDialog
            open={isFinding}
            onOpenChange={setIsFinding}
            provider={providerOf(row, providers) ?? pointProvider}
            chosen={null}
            heaviest={row.values.weight_kg ?? null}
            onChoose={({ delivery_code }) => {
              setIsFinding(false);
              onChange(delivery_code);
            }}
          />
        </>
      ) : null}
      {isFurther && isWrong ? <Button onClick={() => onChange("")}>{t("blank")}</Button> : null}
      {alike.length > 0 ? (
        // Not the pointer's focus: what is typed in the cell is what the others get.
        <Button
          onMouseDown={(event) => event.preventDefault()}
          onClick={onAlike}
          aria-keyshortcuts="Alt+Enter"
          className="justify-between"
        >
          {alike.length > NAMED_ROWS
            ? t("alikeMany", { n: alike.length, count: formatNumber(alike.length) })
            : t("alike", { n: alike.length, rows: alike.join(", ") })}
          <span aria-hidden="true">
            <KeyName combination="Alt+Enter" />
          </span>
        </Button>
      ) : null}
    </div>
  );
}

const ABROAD = /^(i|國際|海外|外國)/i;
const HERE = /^(hk|hkg|hong ?kong.*|香港.*)?$/i;

/** The kind of order that a row is, as far as its cells say. */
function kindOf({ values: { ship_type = "", recipient_country = "" } }: GridRow): "local" | "intl" {
  if (ship_type.trim()) return ABROAD.test(ship_type.trim()) ? "intl" : "local";
  return HERE.test(recipient_country.trim()) ? "local" : "intl";
}

/** The service that a row names, if it is one. */
function providerOf({ values }: GridRow, providers: readonly ListProvider[]): string | null {
  const named = values.shipping_provider?.trim().toLowerCase();
  const found = providers.find(({ code, name }) => [code, name].some((each) => each.toLowerCase() === named));
  return found?.code ?? null;
}

/** What is left to fix, by kind; a click goes to the first row of it. */
export function LeftPanel({
  kinds,
  imported,
  fixed,
  message,
  place,
  onGo,
}: {
  kinds: readonly FaultKind[];
  imported: Import;
  /** Rows that were fixed. */
  fixed: number;
  /** What is wrong with the cell at the cursor. */
  message: string | undefined;
  place: Place | null;
  onGo: (place: Place) => void;
}) {
  const t = useTranslations("imports");
  const label = useColumnLabel(imported.kind);
  const rowNames = useRowNames();
  const { wrong } = imported;
  const { columns } = KINDS[imported.kind];
  const isHere = (kind: FaultKind) =>
    place !== null &&
    columnOf(columns, kind.column) === place.column &&
    (kind.message === message || kind.rows.includes(place.n));
  return (
    <Section flush title={t("leftTitle", { wrong, left: formatNumber(wrong), fixed, done: formatNumber(fixed) })}>
      <ul className="max-h-72 overflow-y-auto">
        {kinds.map((kind) => (
          <li key={`${kind.column} ${kind.message}`} className="border-t border-line first:border-t-0">
            <button
              type="button"
              aria-current={isHere(kind) || undefined}
              onClick={() => onGo({ n: kind.rows[0] ?? 1, column: columnOf(columns, kind.column) })}
              className={cn(
                "flex min-h-9 w-full items-center gap-2 px-4 py-1.5 text-left hover:bg-hover",
                isHere(kind) && "border-l-2 border-l-accent bg-accent-tint font-semibold",
              )}
            >
              <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-bad" />
              <span className="min-w-0 flex-1">{t("kind", { column: label(kind.column), message: kind.message })}</span>
              <span className="shrink-0 text-xs text-muted tabular-nums">{rowNames(kind)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type DoubtsProps = {
  kind: FileKind;
  doubts: CallResult<"readImportSummary">["doubts"];
  onGo: (place: Place) => void;
};

/** What to look at again, which holds nothing up. */
export function DoubtsPanel({ kind, doubts, onGo }: DoubtsProps) {
  const t = useTranslations("imports");
  const tDoubts = useTranslations("products.warnings");
  const label = useColumnLabel(kind);
  const rowNames = useRowNames();
  const all = doubts.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  return (
    <Section flush title={t("doubts", { n: all, count: formatNumber(all) })}>
      <ul className="max-h-72 overflow-y-auto">
        {doubts.map(({ column, doubt, count, rows }) => (
          <li key={`${column} ${doubt}`} className="border-t border-line first:border-t-0">
            <button
              type="button"
              onClick={() => onGo({ n: rows[0] ?? 1, column })}
              className="flex min-h-9 w-full items-center gap-2 px-4 py-1.5 text-left hover:bg-hover"
            >
              <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />
              <span className="min-w-0 flex-1">{t("kind", { column: label(column), message: tDoubts(doubt) })}</span>
              <span className="shrink-0 text-xs text-muted tabular-nums">{rowNames({ rows, count })}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What the orders cost by service. */
export function CostsPanel(props: ComponentProps<typeof Costs>) {
  const t = useTranslations("imports");
  return (
    <Section title={t("costs")}>
      <Costs {...props} />
    </Section>
  );
}

const FILLED = [
  ["sender", "defaults"],
  ["shipping_provider", "defaults"],
  ["weight", "defaults"],
  ["mobile_prefix", "country"],
  ["item", "items"],
] as const;

/** What blank cells became. */
export function FilledPanel({ summary }: { summary: CallResult<"readImportSummary"> }) {
  const t = useTranslations("imports.filled");
  const { count } = useImportWords();
  const filled = FILLED.filter(([what]) => summary.filled[what] > 0);
  if (filled.length === 0) return null;
  return (
    <Section title={t("title")}>
      <ul className="flex flex-col gap-1.5">
        {filled.map(([what, from]) => (
          <li key={what} className="flex items-center gap-2">
            <Check aria-hidden="true" className="size-4 shrink-0 text-ok" />
            <span className="min-w-0 flex-1">{t(what, count(summary.filled[what]))}</span>
            <span className="text-xs text-muted">{t(from)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
