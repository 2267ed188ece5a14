"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { useListQuery } from "@/components/lists/use-list";
import { KeyName } from "@/components/shell/key-name";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ListBody } from "@/components/ui/list-body";
import { Section } from "@/components/ui/section";
import { Segments } from "@/components/ui/segments";
import { toast } from "@/components/ui/toast";
import { UrlNotice } from "@/components/ui/url-notice";
import type { CallInput, CallResult } from "@/lib/api-client";
import type { Import, RowState } from "@/lib/contracts/import";
import { formatNumber } from "@/lib/format";
import { type ChangeList, type ListView, listUrl } from "@/lib/lists/list-url";
import { ORDER_COLUMNS } from "@/lib/tables/order-csv";
import { columnOf, nextWrong, wrongPlaces } from "./faults";
import { GridTable } from "./grid-table";
import { type Place, WHOLE } from "./use-cursor";
import { type Grid, useGrid } from "./use-grid";
import { type GridRow, type Rows, useRows } from "./use-rows";

type RowsQuery = { state?: RowState | undefined; limit: string; offset: string };
export type RowsView = ListView<RowsQuery>;
const ROWS_URL = listUrl<RowsQuery>({ limit: "50", offset: "0" });

/** What the parts beside the grid need of it. */
type GridState = {
  place: Place | null;
  row: GridRow | undefined;
  /** Other rows with the same value that is wrong for the same reason. */
  alike: readonly number[];
  isSaving: boolean;
  go: (place: Place) => void;
  changeHere: (value: string) => void;
  takeAlike: () => void;
};

type Props = {
  imported: Import;
  summary: CallResult<"readImportSummary"> | undefined;
  view: RowsView;
  base: string;
  isReadOnly: boolean;
  orderHref: (id: string) => string;
  /** The page's frame around the grid. */
  children: (grid: ReactNode, state: GridState) => ReactNode;
};

/** The columns that a file has, and those in which something is wrong. */
function useColumns({ mapping }: Import, summary: Props["summary"], rows: readonly GridRow[]) {
  const used = new Set([
    ...Object.values(mapping),
    ...(summary?.faults ?? []).map(({ column }) => column),
    ...rows.flatMap(({ corrected }) => corrected),
  ]);
  const columns = ORDER_COLUMNS.filter((column) => used.has(column));
  const key = columns.join(" ");
  // The same columns stay the same list, so that rows that did not change are not drawn again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is in it
  return useMemo(() => columns, [key]);
}

/** The other rows with the fault of a cell. */
function alikeOf(summary: Props["summary"], row: GridRow | undefined, place: Place | null): number[] {
  if (!row || !place) return [];
  const messages = row.errors.filter(({ column }) => column === place.column).map(({ message }) => message);
  const found = summary?.faults.find(
    ({ column, message, rows }) => column === place.column && messages.includes(message) && rows.includes(row.n),
  );
  return (found?.rows ?? []).filter((n) => n !== row.n);
}

/** Going to places that may be on another page. */
function useGo({
  rows: { rows },
  grid,
  query,
  change,
}: {
  rows: Rows;
  grid: Grid;
  query: RowsQuery;
  change: ChangeList<RowsQuery>;
}) {
  /** Where to go once its page is there; `first`: to whatever is wrong first there. */
  const wanted = useRef<Place | "first" | null>(null);
  const { moveTo } = grid;
  const data = rows.isPlaceholderData ? undefined : rows.data?.data;
  useEffect(() => {
    const place = wanted.current;
    if (!place || !data) return;
    wanted.current = null;
    if (place !== "first") return moveTo(place);
    const row = data.find(({ errors }) => errors.length > 0);
    if (row) moveTo({ n: row.n, column: columnOf(row.errors[0]?.column ?? WHOLE) });
  }, [data, moveTo]);

  return function go(place: Place): void {
    if (data?.some(({ n }) => n === place.n)) {
      moveTo(place);
      return;
    }
    grid.take();
    if (query.state === "wrong") {
      // Those that were fixed are no longer among them.
      wanted.current = "first";
      if (query.offset === "0") void rows.refetch();
      else change({ offset: "0" });
      return;
    }
    wanted.current = place;
    const limit = Number(query.limit);
    change({ state: null, offset: String(Math.floor((place.n - 1) / limit) * limit) });
  };
}

/** The rows of an import, page by page, with what is wrong in them, as a grid that is corrected in place. */
export function ImportGrid({ imported, summary, view, base, isReadOnly, orderHref, children }: Props) {
  const t = useTranslations("imports");
  const tList = useTranslations("ui.list");
  const { import_id } = imported;
  const { query, change, wrong } = useListQuery(view, { base, url: ROWS_URL });
  const rows = useRows(import_id, query as Omit<CallInput<"listImportRows">, "import_id">);
  const shown = useMemo(() => rows.rows.data?.data ?? [], [rows.rows.data]);
  const columns = useColumns(imported, summary, shown);
  const textOf = (n: number, column: string) =>
    rows.typed.get(n)?.[column] ?? shown.find((row) => row.n === n)?.values[column] ?? "";
  const grid = useGrid({
    rows: shown,
    columns,
    isReadOnly,
    textOf,
    change: rows.change,
    onUndo: () => {
      const first = rows.undo();
      if (!first) return void toast(t("nothingToUndo"));
      if (shown.some(({ n }) => n === first.n)) grid.moveTo(first);
    },
    onAlike: takeAlike,
    onPasted: (n, left) => void toast(t("pasted", { n, count: formatNumber(n), left })),
  });
  const place = grid.place;
  const row = shown.find(({ n }) => n === place?.n);
  const alike = alikeOf(summary, row, place);
  const go = useGo({ rows, grid, query, change });
  const places = wrongPlaces(summary?.faults ?? [], shown);
  const at = places.findIndex(({ n, column }) => n === place?.n && column === place.column);

  function takeAlike({ n, column }: Place, value: string): void {
    const before = shown.find((each) => each.n === n)?.values[column] ?? "";
    rows.change([{ n, column, value }, ...alike.map((other) => ({ n: other, column, value, before }))]);
  }

  const step = (by: 1 | -1) => {
    grid.take();
    const next = nextWrong(places, grid.isChosen ? place : null, by);
    if (next) go(next);
  };
  useShortcuts([
    { keys: ["F8"], label: t("nextError"), run: () => step(1) },
    { keys: ["shift+F8"], label: t("previousError"), run: () => step(-1) },
  ]);

  const state: GridState = {
    place,
    row,
    alike,
    isSaving: rows.isSaving,
    go,
    changeHere: (value) => {
      if (place) rows.change([{ n: place.n, column: place.column, value }]);
    },
    takeAlike: grid.takeAlike,
  };
  return children(
    <Section flush>
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
        <Tabs
          imported={imported}
          summary={summary}
          value={query.state ?? "all"}
          onChange={(next) => change({ state: next === "all" ? null : next })}
        />
        {isReadOnly ? null : (
          <div className="flex flex-wrap items-center gap-2">
            <p className="text-xs text-muted tabular-nums" aria-live="polite">
              {at >= 0 && place
                ? t("place", { n: place.n, at: formatNumber(at + 1), of: formatNumber(places.length) })
                : t("left", { of: places.length, count: formatNumber(places.length) })}
            </p>
            <Button size="sm" disabled={places.length === 0} onClick={() => step(-1)} aria-keyshortcuts="Shift+F8">
              <ArrowUp aria-hidden="true" />
              {t("previous")}
              <span aria-hidden="true" className="hidden sm:inline">
                <KeyName combination="shift+F8" />
              </span>
            </Button>
            <Button size="sm" disabled={places.length === 0} onClick={() => step(1)} aria-keyshortcuts="F8">
              <ArrowDown aria-hidden="true" />
              {t("next")}
              <span aria-hidden="true" className="hidden sm:inline">
                <KeyName combination="F8" />
              </span>
            </Button>
          </div>
        )}
      </div>
      <UrlNotice>{wrong.length > 0 ? tList("wrong") : null}</UrlNotice>
      <ListBody list={rows.rows} page={query} onTurn={(next) => change(next)} empty={<EmptyState title={t("empty")} />}>
        {(all) => (
          <GridTable
            rows={all}
            columns={columns}
            typed={rows.typed}
            grid={grid}
            isReadOnly={isReadOnly}
            orderHref={orderHref}
            isBusy={rows.rows.isPlaceholderData}
          />
        )}
      </ListBody>
      {isReadOnly ? null : <Keys />}
    </Section>,
    state,
  );
}

const KEYS = [
  ["Enter", "take"],
  ["mod+D", "fill"],
  ["mod+V", "paste"],
  ["mod+Z", "undo"],
  ["Alt+Enter", "alike"],
] as const;

/** The keys of the grid, where they work. */
function Keys() {
  const t = useTranslations("imports.keys");
  return (
    <p className="hidden flex-wrap justify-end gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs text-muted sm:flex">
      {KEYS.map(([combination, what]) => (
        <span key={what} className="inline-flex items-center gap-1.5">
          <KeyName combination={combination} />
          {t(what)}
        </span>
      ))}
    </p>
  );
}

/** Which rows are shown. */
function Tabs({
  imported: { rows, status },
  summary,
  value,
  onChange,
}: {
  imported: Import;
  summary: Props["summary"];
  value: RowState | "all";
  onChange: (value: RowState | "all") => void;
}) {
  const t = useTranslations("imports.tabs");
  const isOver = status !== "WRONG" && status !== "READY";
  const states: readonly RowState[] = isOver ? ["done", "failed", "wrong"] : ["wrong", "fixed", "good"];
  const counted = [
    { value: "all" as const, count: rows as number | undefined },
    ...states.map((state) => ({ value: state, count: summary?.states[state] })),
  ];
  return (
    <Segments
      label={t("label")}
      value={value}
      onChange={onChange}
      options={counted.map(({ value: each, count }) => ({
        value: each,
        content: (
          <>
            {t(each)} {count === undefined ? "" : formatNumber(count)}
          </>
        ),
      }))}
    />
  );
}
