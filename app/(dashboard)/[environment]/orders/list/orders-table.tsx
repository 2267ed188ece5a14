"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Inbox, Package } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useRef } from "react";
import type { Batch } from "@/components/documents/batch-panel";
import { useBatch } from "@/components/documents/use-batch";
import { useWorkspace } from "@/components/environment";
import { ListPage } from "@/components/lists/list-page";
import { useList, useListQuery } from "@/components/lists/use-list";
import { type Selection, useSelectedIds, useSelection } from "@/components/lists/use-selection";
import { saveTrail } from "@/components/orders/list-trail";
import { NoMatch } from "@/components/orders/no-match";
import { KeyHints } from "@/components/shell/key-hints";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { LinkButton } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { queryFor } from "@/lib/api-client";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import type { ListProvider } from "@/lib/lists/list-provider";
import type { ListView } from "@/lib/lists/list-url";
import type { OrderColumn } from "@/lib/orders/columns";
import { useColumns } from "./chosen-columns";
import { DraftsTable } from "./drafts-table";
import { filtersOf, isFiltered, NO_FILTERS } from "./list-filters";
import { ListSkeleton } from "./list-states";
import { DRAFTS, tabOf } from "./list-tabs";
import { ListToolbar } from "./list-toolbar";
import { ListRows } from "./order-rows";
import { OrderTabs } from "./order-tabs";
import { type ChangeList, ORDERS_URL } from "./orders-url";

// Actions on many orders are a lot of code, which most visits to the list do not need.
const SelectionBar = lazy(() => lazyPart(() => import("../bulk/selection-bar")));
const BatchPanel = lazy(() => lazyPart(() => import("@/components/documents/batch-panel")));

export type OrdersTableProps = {
  view: ListView<ListOrdersQuery>;
  /** The choice of columns, from this browser's cookie. */
  columns: string;
  providers: readonly ListProvider[];
  /** The countries of the first rows by code, in the reader's language. */
  countries: Readonly<Record<string, string>>;
  /** Today in Hong Kong. */
  today: string;
};

/** The order list: tabs, search, filters, rows, pages. Its whole state is in the URL. */
export function OrdersTable({ view, providers, countries, today, ...props }: OrdersTableProps) {
  const t = useTranslations("orderList");
  const { where, href, may } = useWorkspace();
  const { query, change } = useListQuery(view, { base: href("/orders"), url: ORDERS_URL });
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

  const tabs = (
    <OrderTabs
      query={query}
      counts={counts.data}
      isPartial={counts.isPlaceholderData}
      drafts={draftCount.data?.pagination.total}
      columns={columns}
      onChange={change}
    />
  );
  return (
    <div ref={top} className="scroll-mt-16 lg:scroll-mt-4">
      <Suspense>{batch ? <BatchPanel batch={batch} onDismiss={dismiss} /> : null}</Suspense>
      {isDrafts ? (
        <Section flush>
          {tabs}
          <DraftsTable query={query} providers={providers} onChange={change} />
        </Section>
      ) : (
        <Listing
          view={view}
          tabs={tabs}
          columns={columns}
          providers={providers}
          countries={countries}
          today={today}
          hasOrders={!isNew}
          selection={selection}
          onBatch={show}
        />
      )}
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

type ListingProps = Omit<OrdersTableProps, "columns"> & {
  tabs: ReactNode;
  columns: readonly OrderColumn[];
  hasOrders: boolean;
  selection: Selection;
  onBatch: (batch: Batch) => void;
};

function Listing({ view, tabs, columns, providers, countries, today, hasOrders, selection, onBatch }: ListingProps) {
  const t = useTranslations("orderList");
  const { where, href } = useWorkspace();
  const list = useList("listOrders", view, { base: href("/orders"), url: ORDERS_URL });
  const { rows, query, rowsOf, wrong, change } = list;
  const pagination = rows.data?.pagination;
  useEffect(() => {
    if (!rows.data || rows.isPlaceholderData) return;
    const ids = rows.data.data.map(({ order_id }) => order_id);
    saveTrail(where, { query, ids, total: rows.data.pagination.total });
  }, [rows.data, rows.isPlaceholderData, query, where]);
  return (
    <ListPage
      list={list}
      tabs={tabs}
      filters={
        hasOrders ? (
          <ListToolbar
            query={query}
            columns={columns}
            providers={providers}
            onChange={change}
            isPending={list.isBusy}
          />
        ) : null
      }
      wrong={t("wrong", { fields: wrong.map((field) => t(`fields.${field}`)).join(t("comma")) })}
      skeleton={<ListSkeleton rows={Number(query.limit)} />}
      hasPages={hasOrders}
      empty={<NoRows query={rowsOf} hasOrders={hasOrders} onChange={change} />}
      after={
        pagination ? (
          <Selected selection={selection}>
            <SelectionBar
              selection={selection}
              query={rowsOf}
              total={pagination.total}
              isAtLeast={pagination.total_is_at_least === true}
              onBatch={onBatch}
            />
          </Selected>
        ) : null
      }
    >
      {(shown, isBusy) => (
        <ListRows
          rows={shown}
          query={query}
          columns={columns}
          providers={providers}
          countries={countries}
          today={today}
          selection={selection}
          onChange={change}
          isBusy={isBusy}
        />
      )}
    </ListPage>
  );
}

/** The actions, once there is something to act on; after the checkbox, because they are much to load and to render. */
function Selected({ selection, children }: { selection: Selection; children: ReactNode }) {
  const isAny = useSelectedIds(selection).length > 0;
  const isLater = useDeferredValue(isAny);
  return isAny && isLater ? <Suspense>{children}</Suspense> : null;
}

/** Why there are no rows, and the next step. */
function NoRows({ query, hasOrders, onChange }: { query: ListOrdersQuery; hasOrders: boolean; onChange: ChangeList }) {
  const t = useTranslations("orderList.empty");
  const { href, environment, may } = useWorkspace();
  if (isFiltered(query)) return <NoMatch text={query.q} onClear={() => onChange(NO_FILTERS)} />;
  if (hasOrders) {
    const tab = tabOf(query.status)?.id ?? "all";
    return (
      <EmptyState
        icon={Inbox}
        title={t(`tab.${tab}`)}
        actions={<Button onClick={() => onChange({ status: null })}>{t("showAll")}</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={Package}
      title={t("none")}
      description={t(environment === "testing" ? "noneTesting" : "noneProduction")}
      actions={
        may("createOrder") ? (
          <>
            <LinkButton href={href("/orders/new?type=local")}>{t("newLocal")}</LinkButton>
            <LinkButton href={href("/orders/new?type=intl")}>{t("newIntl")}</LinkButton>
          </>
        ) : null
      }
    />
  );
}
