"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { LeaveQuestion } from "@/components/forms/leave-guard";
import { useListQuery } from "@/components/lists/use-list";
import { KeyName } from "@/components/shell/key-name";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useFailureToast } from "@/components/ui/failure-toast";
import { ListBody } from "@/components/ui/list-body";
import { Section } from "@/components/ui/section";
import { Segments } from "@/components/ui/segments";
import { toast } from "@/components/ui/toast";
import { UrlNotice } from "@/components/ui/url-notice";
import type { CallInput, CallResult } from "@/lib/api-client";
import type { Import, ImportStatus, RowState } from "@/lib/contracts/import";
import { formatNumber } from "@/lib/format";
import { type ChangeList, type ListView, listUrl } from "@/lib/lists/list-url";
import { KINDS } from "../kinds";
import { nextWrong, wrongPlaces } from "./faults";
import { GridTable } from "./grid-table";
import type { Place } from "./use-cursor";
import { type Grid, useGrid } from "./use-grid";
import { type CellChange, type GridRow, type Rows, useRows } from "./use-rows";

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
  /** Stores what is typed. */
  take: () => void;
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
function useColumns({ kind, mapping }: Import, summary: Props["summary"], rows: readonly GridRow[]) {
  const used = new Set([
    ...Object.values(mapping),
    ...(summary?.faults ?? []).map(({ column }) => column),
    ...rows.flatMap(({ corrected }) => corrected),
  ]);
  const columns = KINDS[kind].columns.filter((column) => used.has(column));
  const key = columns.join(" ");
  // The same columns stay the same list, so that rows that did not change are not drawn again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is in it
  return useMemo(() => columns, [key]);
}

/** What was wrong with a cell before it was corrected, so that its likes can be corrected too. */
type Corrected = Place & { message: string; value: string };

/** The other rows that are wrong as a cell is, or was until it was corrected. */
function alikeOf(
  summary: Props["summary"],
  row: GridRow | undefined,
  place: Place | null,
  corrected: Corrected | null,
): { rows: number[]; value: string } {
  const error = row?.errors.find(({ column }) => column === place?.column);
  const was = corrected && corrected.n === place?.n && corrected.column === place.column ? corrected : null;
  const of = error && row ? { message: error.message, value: row.values[error.column] ?? "" } : was;
  if (!of || !place) return { rows: [], value: "" };
  // The summary has the beginning of a long value.
  const found = summary?.faults.find(
    ({ column, message, value }) => column === place.column && message === of.message && of.value.startsWith(value),
  );
  return { rows: (found?.rows ?? []).filter((n) => n !== place.n), value: of.value };
}

/** Going to places that may be on another page. */
function useGo(
  { rows }: Rows,
  { moveTo, take }: Pick<Grid, "moveTo" | "take">,
  query: RowsQuery,
  change: ChangeList<RowsQuery>,
) {
  /** Where to go once its page is there. */
  const wanted = useRef<Place | null>(null);
  const move = useRef(moveTo);
  useEffect(() => {
    move.current = moveTo;
  });
  const data = rows.isPlaceholderData ? undefined : rows.data?.data;
  useEffect(() => {
    const place = wanted.current;
    if (!place || !data) return;
    wanted.current = null;
    if (data.some(({ n }) => n === place.n)) move.current(place);
  }, [data]);

  return function go(place: Place): void {
    wanted.current = null;
    if (data?.some(({ n }) => n === place.n)) {
      moveTo(place);
      return;
    }
    take();
    wanted.current = place;
    const limit = Number(query.limit);
    change({ state: null, offset: String(Math.floor((place.n - 1) / limit) * limit) });
  };
}

/** Turns pages. Of those with rows of one state, what was corrected is no longer one. */
function turnBy({ rows }: Rows, query: RowsQuery, change: ChangeList<RowsQuery>) {
  return (next: { limit: string; offset: string }) => {
    const isOn = Number(next.offset) > Number(query.offset);
    const gone = query.state && isOn ? (rows.data?.data ?? []).filter(({ state }) => state !== query.state).length : 0;
    const offset = String(Number(next.offset) - gone);
    if (offset === query.offset && next.limit === query.limit) void rows.refetch();
    else change({ limit: next.limit, offset });
  };
}

/** The rows of an import, page by page, with what is wrong in them, as a grid that is corrected in place. */
export function ImportGrid({ imported, summary, view, base, isReadOnly, orderHref, children }: Props) {
  const t = useTranslations("imports");
  const tList = useTranslations("ui.list");
  const showFailure = useFailureToast();
  const { query, change, wrong } = useListQuery(view, { base, url: ROWS_URL });
  const rows = useRows(imported.import_id, query as Omit<CallInput<"listImportRows">, "import_id">);
  const [corrected, setCorrected] = useState<Corrected | null>(null);
  const shown = useMemo(() => rows.rows.data?.data ?? [], [rows.rows.data]);
  const columns = useColumns(imported, summary, shown);

  function correct(changes: readonly CellChange[]): number {
    for (const { n, column, before } of changes.slice(0, 1)) {
      const error = shown.find((each) => each.n === n)?.errors.find((each) => each.column === column);
      if (error) setCorrected({ n, column, message: error.message, value: before });
    }
    return rows.change(changes);
  }

  const grid = useGrid({
    rows: shown,
    columns,
    isReadOnly,
    exact: KINDS[imported.kind].exact,
    textOf: rows.textOf,
    change: correct,
    onUndo: () => {
      const first = rows.undo();
      toast(t(first ? "undone" : "nothingToUndo"));
      if (first) go(first);
    },
    onAlike: takeAlike,
    onPasted: (n, left) => void toast(t("pasted", { n, count: formatNumber(n), left })),
    onFailure: showFailure,
  });
  const { place } = grid;
  const row = shown.find(({ n }) => n === place?.n);
  const alike = alikeOf(summary, row, place, corrected);
  const go = useGo(rows, grid, query, change);
  const every = KINDS[imported.kind].columns;
  const places = wrongPlaces(every, summary?.faults ?? [], shown);
  const at = places.findIndex(({ n, column }) => n === place?.n && column === place.column);

  function takeAlike({ n, column }: Place, value: string): void {
    const others = alike.rows.map((other) => ({ n: other, column, value, before: alike.value }));
    correct([{ n, column, value, before: rows.textOf(n, column) }, ...others]);
    grid.moveTo({ n, column });
  }

  const step = (by: 1 | -1) => {
    grid.take();
    const next = nextWrong(every, places, grid.isChosen ? place : null, by);
    if (next) go(next);
  };
  useShortcuts([
    { keys: ["F8"], label: t("nextError"), run: () => step(1) },
    { keys: ["shift+F8"], label: t("previousError"), run: () => step(-1) },
  ]);

  const state: GridState = {
    place,
    row,
    alike: alike.rows,
    isSaving: rows.isSaving,
    go,
    take: grid.take,
    changeHere: (value) => {
      if (!place) return;
      correct([{ ...place, value, before: rows.textOf(place.n, place.column) }]);
      grid.moveTo(place);
    },
    takeAlike: grid.takeAlike,
  };
  return children(
    <>
      <LeaveQuestion isUnsaved={rows.unsent.length > 0} />
      {rows.unsent.length > 0 ? <Unsent count={rows.unsent.length} onAgain={rows.sendAgain} /> : null}
      <Section flush>
        <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
          <Tabs
            imported={imported}
            summary={summary}
            value={query.state ?? "all"}
            onChange={(next) => change({ state: next === "all" ? null : next })}
          />
          {isReadOnly ? null : (
            <Steps
              words={
                at >= 0 && place
                  ? t("place", { n: place.n, at: formatNumber(at + 1), of: formatNumber(places.length) })
                  : t("left", { of: places.length, count: formatNumber(places.length) })
              }
              isOff={places.length === 0}
              onStep={step}
            />
          )}
        </div>
        <UrlNotice>{wrong.length > 0 ? tList("wrong") : null}</UrlNotice>
        <ListBody
          list={rows.rows}
          page={query}
          onTurn={turnBy(rows, query, change)}
          empty={<EmptyState title={t("empty")} />}
        >
          {(all) => (
            <GridTable
              kind={imported.kind}
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
      </Section>
    </>,
    state,
  );
}

/** What could not be sent, and is still shown. */
function Unsent({ count, onAgain }: { count: number; onAgain: () => void }) {
  const t = useTranslations("imports.unsent");
  return (
    <div role="alert" className="mb-2 flex flex-wrap items-center gap-2 rounded-md bg-bad-tint px-3 py-2">
      <p className="min-w-0 flex-1 font-semibold text-bad">{t("title", { n: count, count: formatNumber(count) })}</p>
      <Button size="sm" onClick={onAgain}>
        {t("again")}
      </Button>
    </div>
  );
}

/** The ways to the next error and the one before. */
function Steps({ words, isOff, onStep }: { words: string; isOff: boolean; onStep: (by: 1 | -1) => void }) {
  const t = useTranslations("imports");
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="text-xs text-muted tabular-nums">{words}</p>
      <Button size="sm" disabled={isOff} onClick={() => onStep(-1)} aria-keyshortcuts="Shift+F8">
        <ArrowUp aria-hidden="true" />
        {t("previous")}
        <span aria-hidden="true" className="hidden sm:inline">
          <KeyName combination="shift+F8" />
        </span>
      </Button>
      <Button size="sm" disabled={isOff} onClick={() => onStep(1)} aria-keyshortcuts="F8">
        <ArrowDown aria-hidden="true" />
        {t("next")}
        <span aria-hidden="true" className="hidden sm:inline">
          <KeyName combination="F8" />
        </span>
      </Button>
    </div>
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

const OPEN = ["wrong", "fixed", "good"] as const;
const ENDED = ["done", "failed", "wrong"] as const;
/** The states of rows that there may be. */
const STATES: Record<ImportStatus, readonly RowState[]> = {
  ...{ CHECKING: OPEN, WRONG: OPEN, READY: OPEN, RUNNING: ENDED, DONE: ENDED },
  // Orders that were to be made are left as they were.
  CANCELLED: [...ENDED, "fixed", "good"],
};

/** Which rows are shown. */
function Tabs({
  imported: { kind, rows, status },
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
  const tKind = useTranslations(`imports.of.${kind}`);
  const states = STATES[status];
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
            {each === "done" ? tKind("doneTab") : t(each)} {count === undefined ? "" : formatNumber(count)}
          </>
        ),
      }))}
    />
  );
}
