"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { usePlace } from "@/components/environment";
import { ErrorState } from "@/components/ui/error-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { Pagination } from "@/components/ui/pagination";
import { Section } from "@/components/ui/section";
import { StaleNotice } from "@/components/ui/stale-notice";
import { useListUrl } from "@/components/use-list-url";
import { type Selection, useSelection } from "@/components/use-selection";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import { lazyQueryFor } from "@/lib/lazy-contract";
import type { ListProvider } from "@/lib/list-provider";
import type { OrderColumn } from "@/lib/order-columns";
import type { Batch } from "./batch-panel";
import { useColumns } from "./columns";
import { ListRows } from "./list-rows";
import { isFiltered, ListSkeleton } from "./list-states";
import { DRAFTS } from "./list-tabs";
import { ListToolbar } from "./list-toolbar";
import { type ChangeList, ORDERS_URL } from "./list-url";
import { COUNT_ORDERS, LIST_DRAFTS, LIST_ORDERS } from "./operations";
import { TabLinks } from "./tab-links";

const DraftsTable = lazy(() => lazyPart(() => import("./drafts-table")));
const NoRows = lazy(() => lazyPart(() => import("./no-rows")));
const SelectionBar = lazy(() => lazyPart(() => import("./selection-bar")));
const BatchPanel = lazy(() => lazyPart(() => import("./batch-panel")));

export type OrdersTableProps = {
  /** What the URL asks for, judged by the server. */
  query: ListOrdersQuery;
  /** Fields of the URL that were not understood. */
  wrong: readonly (keyof ListOrdersQuery)[];
  /** The choice of columns, as this browser's cookie says it. */
  columns: string;
  providers: readonly ListProvider[];
  /** Countries by code, in the reader's language. */
  countries: Readonly<Record<string, string>>;
  /** Today in Hong Kong. */
  today: string;
};

/** The order list: tabs, search, filters, rows, pages. Its whole state stands in the URL. */
export function OrdersTable(props: OrdersTableProps) {
  const { query, wrong, providers, countries, today } = props;
  const t = useTranslations("orderList");
  const { where, href } = usePlace();
  const { shown, change, isPending } = useListUrl(query, href("/orders"), ORDERS_URL);
  const isDrafts = query.status === DRAFTS;
  const counts = useQuery(lazyQueryFor(COUNT_ORDERS, {}, where));
  const draftCount = useQuery(lazyQueryFor(LIST_DRAFTS, { limit: "1" }, where));
  // Whoever has no orders has nothing to look for.
  const isNew = counts.data?.total === 0 && !isFiltered(query);
  const top = useRef<HTMLDivElement>(null);
  const columns = useColumns(props.columns);
  const selection = useSelection();
  const { batch, show, dismiss } = useBatch();

  // The way between pages stands at the foot of the list; its next page begins at the head.
  const { offset } = query;
  const shownOffset = useRef(offset);
  useEffect(() => {
    if (shownOffset.current === offset) return;
    shownOffset.current = offset;
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView({ block: "start" });
  }, [offset]);

  return (
    <div ref={top} className="scroll-mt-16 lg:scroll-mt-4">
      {batch ? (
        <Suspense>
          <BatchPanel batch={batch} onDismiss={dismiss} />
        </Suspense>
      ) : null}
      <Section flush>
        <TabLinks query={shown} counts={counts.data} drafts={draftCount.data?.pagination.total} onChange={change} />
        {isDrafts ? (
          <Suspense fallback={<ListSkeleton rows={Number(query.limit)} />}>
            <DraftsTable query={query} onChange={change} isPending={isPending} />
          </Suspense>
        ) : (
          <>
            {isNew ? null : (
              <ListToolbar
                query={shown}
                searched={query.q ?? ""}
                columns={columns}
                providers={providers}
                onChange={change}
                isPending={isPending}
              />
            )}
            {wrong.length > 0 ? (
              <p role="status" className="border-b border-line bg-warn-tint px-4 py-2 text-warn">
                {t("wrong", { fields: wrong.map((field) => t(`fields.${field}`)).join(t("comma")) })}
              </p>
            ) : null}
            <Listing
              query={query}
              shown={shown}
              columns={columns}
              providers={providers}
              countries={countries}
              today={today}
              hasOrders={counts.data ? counts.data.total > 0 : true}
              selection={selection}
              onBatch={show}
              onChange={change}
              isPending={isPending}
            />
          </>
        )}
      </Section>
    </div>
  );
}

/** What became of the labels printed last; a job is remembered on this device until it is put away. */
function useBatch() {
  const { environment, account } = usePlace();
  const [batch, setBatch] = useState<Batch | null>(null);
  const store = `sampan-print-job-${environment}-${account.id}`;

  useEffect(() => {
    const id = localStorage.getItem(store);
    if (id) setBatch({ kind: "job", id });
  }, [store]);

  return {
    batch,
    show(next: Batch) {
      if (next.kind === "job") localStorage.setItem(store, next.id);
      setBatch(next);
    },
    dismiss() {
      localStorage.removeItem(store);
      setBatch(null);
    },
  };
}

type ListingProps = Omit<OrdersTableProps, "wrong" | "columns"> & {
  columns: readonly OrderColumn[];
  /** What is asked for now; the rows are still those of `query`. */
  shown: ListOrdersQuery;
  hasOrders: boolean;
  selection: Selection;
  onBatch: (batch: Batch) => void;
  onChange: ChangeList;
  isPending: boolean;
};

function Listing(props: ListingProps) {
  const { query, shown, columns, providers, countries, today, hasOrders, selection, onBatch, onChange, isPending } =
    props;
  const { where } = usePlace();
  const list = useQuery({ ...lazyQueryFor(LIST_ORDERS, query, where), placeholderData: keepPreviousData });
  if (list.isPending) return <ListSkeleton rows={Number(query.limit)} />;
  if (!list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  const { data: rows, pagination } = list.data;
  return (
    <>
      {list.isRefetchError ? (
        <StaleNotice
          className="border-b border-line"
          isFetching={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      {rows.length > 0 ? (
        <ListRows
          rows={rows}
          query={shown}
          columns={columns}
          providers={providers}
          countries={countries}
          today={today}
          selection={selection}
          onChange={onChange}
          isBusy={isPending || list.isPlaceholderData}
        />
      ) : (
        <Suspense fallback={<div className="h-52" />}>
          <NoRows query={query} total={pagination.total} hasOrders={hasOrders} onChange={onChange} />
        </Suspense>
      )}
      {/* Under no rows, too: it tells screen readers how many there are now. */}
      {hasOrders ? (
        <Pagination
          className="border-t border-line px-4 py-2"
          total={pagination.total}
          offset={Number(shown.offset)}
          limit={Number(shown.limit)}
          onChange={({ offset, limit }) => onChange({ offset: String(offset), limit: String(limit) })}
        />
      ) : null}
      {selection.ids.length > 0 ? (
        <Suspense>
          <SelectionBar selection={selection} query={query} total={pagination.total} onBatch={onBatch} />
        </Suspense>
      ) : null}
    </>
  );
}
