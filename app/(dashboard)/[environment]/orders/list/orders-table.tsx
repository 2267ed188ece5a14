"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useRef } from "react";
import type { Batch } from "@/components/documents/batch-panel";
import { useBatch } from "@/components/documents/use-batch";
import { usePlace } from "@/components/environment";
import { keepTrail } from "@/components/orders/list-trail";
import { KeyHints } from "@/components/shell/key-hints";
import { lazyPart } from "@/components/ui/lazy-part";
import { ListBody } from "@/components/ui/list-body";
import { Section } from "@/components/ui/section";
import { UrlNotice } from "@/components/ui/url-notice";
import { useListUrl } from "@/components/use-list-url";
import { type Selection, useSelectedIds, useSelection } from "@/components/use-selection";
import { queryFor } from "@/lib/api-client";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import type { ListProvider } from "@/lib/list-provider";
import type { OrderColumn } from "@/lib/order-columns";
import { useColumns } from "./chosen-columns";
import { DraftsTable } from "./drafts-table";
import { filtersOf, isFiltered } from "./list-filters";
import { ListSkeleton } from "./list-states";
import { DRAFTS } from "./list-tabs";
import { ListToolbar } from "./list-toolbar";
import NoRows from "./no-rows";
import { ListRows } from "./order-rows";
import { OrderTabs } from "./order-tabs";
import { type ChangeList, ORDERS_URL } from "./orders-url";

// Actions on many orders are a lot of code, which most visits to the list do not need.
const SelectionBar = lazy(() => lazyPart(() => import("../bulk/selection-bar")));
const BatchPanel = lazy(() => lazyPart(() => import("@/components/documents/batch-panel")));

export type OrdersTableProps = {
  /** The query of the URL, judged by the server. */
  query: ListOrdersQuery;
  /** Fields of the URL that were not understood. */
  wrong: readonly (keyof ListOrdersQuery)[];
  /** The choice of columns, from this browser's cookie. */
  columns: string;
  providers: readonly ListProvider[];
  /** The countries of the rows by code, in the reader's language. */
  countries: Readonly<Record<string, string>>;
  /** Today in Hong Kong. */
  today: string;
};

/** The order list: tabs, search, filters, rows, pages. Its whole state is in the URL. */
export function OrdersTable(props: OrdersTableProps) {
  const { query, wrong, providers, countries, today } = props;
  const t = useTranslations("orderList");
  const { where, href, may } = usePlace();
  const { shown, change, isPending } = useListUrl(query, href("/orders"), ORDERS_URL);
  const isDrafts = query.status === DRAFTS;
  const counts = useQuery({
    ...queryFor("countOrders", filtersOf(query), where),
    placeholderData: keepPreviousData,
  });
  const draftCount = useQuery(queryFor("listDrafts", { limit: "1" }, where));
  // Without any orders there is nothing to search for.
  const isNew = counts.data?.total === 0 && !counts.isPlaceholderData && !isFiltered(query);
  const top = useRef<HTMLDivElement>(null);
  const columns = useColumns(props.columns);
  const selection = useSelection();
  const { batch, show, dismiss } = useBatch();

  // The pagination is at the bottom of the list; the next page starts at the top.
  const { offset } = query;
  const shownOffset = useRef(offset);
  useEffect(() => {
    if (shownOffset.current === offset) return;
    shownOffset.current = offset;
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView({ block: "start" });
  }, [offset]);

  return (
    <div ref={top} className="scroll-mt-16 lg:scroll-mt-4">
      <Suspense>{batch ? <BatchPanel batch={batch} onDismiss={dismiss} /> : null}</Suspense>
      <Section flush>
        <OrderTabs
          query={shown}
          counts={counts.data}
          isPartial={counts.isPlaceholderData}
          drafts={draftCount.data?.pagination.total}
          columns={columns}
          onChange={change}
        />
        {isDrafts ? (
          <DraftsTable query={query} providers={providers} onChange={change} isPending={isPending} />
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
            <UrlNotice>
              {wrong.length > 0
                ? t("wrong", { fields: wrong.map((field) => t(`fields.${field}`)).join(t("comma")) })
                : null}
            </UrlNotice>
            <Listing
              query={query}
              shown={shown}
              columns={columns}
              providers={providers}
              countries={countries}
              today={today}
              hasOrders={!isNew}
              selection={selection}
              onBatch={show}
              onChange={change}
              isPending={isPending}
            />
          </>
        )}
      </Section>
      {isDrafts || isNew ? null : (
        <div className="px-4 pt-2">
          <KeyHints
            hints={[
              { keys: ["j", "k"], does: t("keys.move") },
              { keys: ["x"], does: t("keys.select") },
              { keys: ["p"], does: t("keys.printShort") },
              ...(may("createOrder")
                ? [
                    { keys: ["e"], does: t("keys.againShort") },
                    { keys: ["n l"], does: t("keys.newLocal") },
                    { keys: ["n i"], does: t("keys.newIntl") },
                  ]
                : []),
            ]}
          />
        </div>
      )}
    </div>
  );
}

type ListingProps = Omit<OrdersTableProps, "wrong" | "columns"> & {
  columns: readonly OrderColumn[];
  /** The query asked for now; the rows are still those of `query`. */
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
  const list = useQuery({ ...queryFor("listOrders", query, where), placeholderData: keepPreviousData });
  const pagination = list.data?.pagination;
  useEffect(() => {
    if (!list.data || list.isPlaceholderData) return;
    const ids = list.data.data.map(({ order_id }) => order_id);
    keepTrail(where, { query, ids, total: list.data.pagination.total });
  }, [list.data, list.isPlaceholderData, query, where]);
  return (
    <>
      <ListBody
        list={list}
        page={shown}
        skeleton={<ListSkeleton rows={Number(query.limit)} />}
        hasPages={hasOrders}
        onTurn={onChange}
        empty={<NoRows query={query} hasOrders={hasOrders} onChange={onChange} />}
      >
        {(rows) => (
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
        )}
      </ListBody>
      {pagination ? (
        <Selected selection={selection}>
          <SelectionBar
            selection={selection}
            query={query}
            total={pagination.total}
            isAtLeast={pagination.total_is_at_least === true}
            onBatch={onBatch}
          />
        </Selected>
      ) : null}
    </>
  );
}

/** The actions, once there is something to act on; after the checkbox, because they are much to load and to render. */
function Selected({ selection, children }: { selection: Selection; children: ReactNode }) {
  const isAny = useSelectedIds(selection).length > 0;
  const isLater = useDeferredValue(isAny);
  return isAny && isLater ? <Suspense>{children}</Suspense> : null;
}
