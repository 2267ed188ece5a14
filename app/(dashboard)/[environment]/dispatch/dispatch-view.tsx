"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, ListChecks, Printer } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { CollectionStrip } from "@/components/dispatch/collection-strip";
import { LateAndStuck } from "@/components/dispatch/late-and-stuck";
import { PrintBatchDialog } from "@/components/documents/print-batch-dialog";
import { useBatch } from "@/components/documents/use-batch";
import { useWorkspace } from "@/components/environment";
import { type Selection, useSelectedIds, useSelectedState, useSelection } from "@/components/lists/use-selection";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Kbd } from "@/components/ui/kbd";
import { lazyPart } from "@/components/ui/lazy-part";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { Segments } from "@/components/ui/segments";
import { StaleNotice } from "@/components/ui/stale-notice";
import { useAttended } from "@/components/use-attended";
import { queryFor } from "@/lib/api-client";
import { addDays, hongKongDate } from "@/lib/calendar";
import type { DispatchOrder } from "@/lib/contracts/dispatch";
import { collectionsOf, isToPrint, isToScan, summaryOf } from "@/lib/dispatch";
import { formatDate, formatNumber } from "@/lib/format";
import type { ListProvider } from "@/lib/lists/list-provider";
import { BookDialog } from "./book-dialog";
import { CollectionRows } from "./collection-rows";
import { HandOverDialog } from "./hand-over-dialog";
import { HandOverLists } from "./hand-over-lists";
import { ScanOut } from "./scan-out";
import { ToScan } from "./to-scan";

const BatchPanel = lazy(() => lazyPart(() => import("@/components/documents/batch-panel")));

const SHOWN = ["all", "unprinted", "unscanned"] as const;
type Shown = (typeof SHOWN)[number];
const MATCHES: Record<Shown, (order: DispatchOrder) => boolean> = {
  all: () => true,
  unprinted: isToPrint,
  unscanned: isToScan,
};

type Props = {
  day: string;
  today: string;
  providers: readonly ListProvider[];
  /** By code, in the reader's language. */
  countries: Readonly<Record<string, string>>;
};

/** The day that the address names, else today, also after midnight. */
export function DispatchView({ named, today, ...props }: Omit<Props, "day"> & { named: string | null }) {
  const now = useToday(today);
  const day = named ?? now;
  return <DispatchDay key={day} day={day} today={now} {...props} />;
}

const MINUTE_MS = 60_000;

/** Today in Hong Kong; `first` as the server rendered it. */
function useToday(first: string): string {
  const [today, setToday] = useState(first);
  useEffect(() => {
    const read = () => setToday(hongKongDate(new Date()));
    read();
    const timer = setInterval(read, MINUTE_MS);
    window.addEventListener("focus", read);
    return () => {
      clearInterval(timer);
      window.removeEventListener("focus", read);
    };
  }, []);
  return today;
}

type Open =
  | { kind: "print"; ids: readonly string[] }
  | { kind: "book"; provider: string; orders: readonly DispatchOrder[] }
  | { kind: "handOver"; orders: readonly DispatchOrder[]; left: readonly DispatchOrder[] };

const idsToPrint = (orders: readonly DispatchOrder[]) => orders.filter(isToPrint).map(({ order_id }) => order_id);

/** A day's work: everything that leaves, and what is still to be done for it. */
function DispatchDay({ day, today, providers, countries }: Props) {
  const t = useTranslations("dispatch");
  const language = useLocale();
  const { where, href, may } = useWorkspace();
  // Others scan and print too.
  const isAttended = useAttended();
  const read = useQuery({
    ...queryFor("readDispatch", { day }, where),
    refetchInterval: isAttended ? 30_000 : false,
  });
  const orders = read.data?.order_list ?? [];
  const [shown, setShown] = useState<Shown>("all");
  // Not in the rows: these change while a dialog is open.
  const [open, setOpen] = useState<Open | null>(null);
  const selection = useSelection();
  const { batch, show, dismiss } = useBatch();
  const isToday = day === today;
  const toPrint = idsToPrint(orders);

  // What is not printed is what one comes to print.
  const { set } = selection;
  const isPrepared = useRef(false);
  useEffect(() => {
    if (!read.data || isPrepared.current) return;
    isPrepared.current = true;
    set(idsToPrint(read.data.order_list), true);
  }, [read.data, set]);

  const close = () => setOpen(null);

  const collections = collectionsOf(orders, day);
  const visible = collectionsOf(orders.filter(MATCHES[shown]), day);
  // In the order of the day, as the rows stand.
  const inOrder = collections.flatMap(({ orders: of }) => of.map(({ order_id }) => order_id));
  const print = () => {
    const ids = inOrder.filter(selection.has);
    if (ids.length > 0 && may("printLabels")) setOpen({ kind: "print", ids });
  };
  const dayAt = (days: number) => {
    const to = addDays(day, days);
    return href(to === today ? "/dispatch" : `/dispatch?day=${to}`);
  };
  const name = formatDate(day, language, { weekday: true });
  return (
    <>
      <PageHeader
        title={t("title")}
        description={
          <span className="flex flex-wrap items-center gap-1">
            <LinkButton size="icon-sm" href={dayAt(-1)} aria-label={t("before")}>
              <ChevronLeft aria-hidden="true" />
            </LinkButton>
            <span className="px-2 font-semibold text-text tabular-nums">
              {isToday ? t("today", { day: name }) : name}
            </span>
            <LinkButton size="icon-sm" href={dayAt(1)} aria-label={t("after")}>
              <ChevronRight aria-hidden="true" />
            </LinkButton>
            {isToday ? null : (
              <LinkButton size="sm" href={href("/dispatch")}>
                {t("toToday")}
              </LinkButton>
            )}
          </span>
        }
        actions={may("printLabels") ? <PrintButton ids={inOrder} selection={selection} onPrint={print} /> : null}
      />
      <Suspense>{batch ? <BatchPanel batch={batch} onDismiss={dismiss} /> : null}</Suspense>
      {read.isError && !read.data ? <ErrorState error={read.error} onRetry={() => void read.refetch()} /> : null}
      {read.isRefetchError ? (
        <StaleNotice className="mb-4 rounded-md" isFetching={read.isFetching} onRetry={() => void read.refetch()} />
      ) : null}
      {read.data ? (
        <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_17rem]">
          {/* First: it is what one does here. On a wide screen it is on the right. */}
          <div className="flex min-w-0 flex-col gap-4 xl:sticky xl:top-4 xl:col-start-2 xl:row-start-1">
            {may("scanDispatch") ? <ScanOut orders={orders} day={day} keys={{ F2: print }} /> : null}
            <ToScan orders={orders} />
            <LateAndStuck />
            <HandOverLists day={day} providers={providers} />
          </div>
          <div className="flex min-w-0 flex-col gap-4 xl:col-start-1 xl:row-start-1">
            {read.data.is_partial ? <p className="rounded-md bg-hover px-4 py-2">{t("partial")}</p> : null}
            <CollectionStrip collections={collections.map(summaryOf)} providers={providers} isToday={isToday} />
            {orders.length === 0 ? (
              <Section>
                <EmptyState title={t(isToday ? "empty.today" : "empty.day")} description={t("empty.about")} />
              </Section>
            ) : (
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <Choice shown={shown} orders={orders} onChange={setShown} />
                {may("printLabels") ? <SelectUnprinted ids={toPrint} selection={selection} /> : null}
              </div>
            )}
            {shown !== "all" && orders.length > 0 && visible.length === 0 ? (
              <p className="text-muted">{t(`none.${shown}`)}</p>
            ) : null}
            {visible.map((collection) => (
              <CollectionRows
                key={collection.key}
                collection={collection}
                all={collections.find(({ key }) => key === collection.key)?.orders ?? []}
                providers={providers}
                countries={countries}
                selection={selection}
                onBook={(waiting) => setOpen({ kind: "book", provider: collection.provider, orders: waiting })}
                onHandOver={(out, left) => setOpen({ kind: "handOver", orders: out, left })}
              />
            ))}
          </div>
        </div>
      ) : null}
      {open?.kind === "print" ? (
        <PrintBatchDialog
          ids={open.ids}
          onClose={close}
          onBatch={(batch) => {
            selection.clear();
            show(batch);
          }}
        />
      ) : null}
      {open?.kind === "book" ? <BookDialog orders={open.orders} provider={open.provider} onClose={close} /> : null}
      {open?.kind === "handOver" ? <HandOverDialog orders={open.orders} left={open.left} onClose={close} /> : null}
    </>
  );
}

type Selecting = { ids: readonly string[]; selection: Selection };

/** Prints what is selected of these. */
function PrintButton({ ids, selection, onPrint }: Selecting & { onPrint: () => void }) {
  const t = useTranslations("dispatch");
  const { may } = useWorkspace();
  const selected = new Set(useSelectedIds(selection));
  const n = ids.filter((id) => selected.has(id)).length;
  return (
    <Button variant="primary" disabled={n === 0} aria-keyshortcuts="F2" onClick={onPrint}>
      <Printer aria-hidden="true" />
      {t("print", { count: formatNumber(n), n })}
      {may("scanDispatch") ? <Kbd aria-hidden="true">F2</Kbd> : null}
    </Button>
  );
}

/** Selects all of these, unless they are. */
function SelectUnprinted({ ids, selection }: Selecting) {
  const t = useTranslations("dispatch");
  if (useSelectedState(selection, ids) === true || ids.length === 0) return null;
  return (
    <Button size="sm" onClick={() => selection.set(ids, true)}>
      <ListChecks aria-hidden="true" />
      {t("selectUnprinted", { count: formatNumber(ids.length) })}
    </Button>
  );
}

/** Which orders are shown, each choice with its number. */
function Choice({
  shown,
  orders,
  onChange,
}: {
  shown: Shown;
  orders: readonly DispatchOrder[];
  onChange: (shown: Shown) => void;
}) {
  const t = useTranslations("dispatch");
  return (
    <Segments
      label={t("shown")}
      value={shown}
      onChange={onChange}
      options={SHOWN.map((choice) => ({
        value: choice,
        content: t(`show.${choice}`, { count: formatNumber(orders.filter(MATCHES[choice]).length) }),
      }))}
    />
  );
}
