"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Inbox, PackageSearch } from "lucide-react";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { ListPage } from "@/components/lists/list-page";
import { useList } from "@/components/lists/use-list";
import { NoMatch } from "@/components/orders/no-match";
import { ListToolbar } from "@/components/pick-pack/list-toolbar";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { TabLinks } from "@/components/ui/tab-links";
import { queryFor } from "@/lib/api-client";
import type { DataOf } from "@/lib/contracts/contract";
import type { countPickPack, ListPickPackQuery } from "@/lib/contracts/pickpack";
import type { ListProvider } from "@/lib/lists/list-provider";
import type { ListView } from "@/lib/lists/list-url";
import type { PickPackStatus } from "@/lib/warehouse/pickpack-status";
import { ListRows } from "./pick-pack-rows";
import { type ChangeList, countQueryOf, isFiltered, type ListChange, NO_FILTERS, PICK_PACK_URL } from "./pick-pack-url";

type Props = {
  view: ListView<ListPickPackQuery>;
  providers: readonly ListProvider[];
  /** Today in Hong Kong. */
  today: string;
};

/** The merchant's pick-and-pack orders: tabs, search, filter, rows, pages. Its whole state is in the URL. */
export function PickPackList({ view, providers, today }: Props) {
  const { where, href } = useWorkspace();
  const list = useList("listPickPack", view, { base: href("/pick-pack"), url: PICK_PACK_URL });
  const { query, rowsOf, change } = list;
  const counts = useQuery({
    ...queryFor("countPickPack", countQueryOf(query), where),
    placeholderData: keepPreviousData,
  });
  const hasOrders = counts.data && !isFiltered(query) ? counts.data.total > 0 : true;

  return (
    <ListPage
      list={list}
      tabs={<PickPackTabs query={query} counts={counts.data} isPartial={counts.isPlaceholderData} onChange={change} />}
      filters={
        hasOrders ? (
          <ListToolbar
            chosen={query.shipping_provider}
            searched={query.q ?? ""}
            isPending={list.isBusy}
            isFiltered={isFiltered(query)}
            providers={providers}
            onChange={change}
            onClear={() => change(NO_FILTERS)}
          />
        ) : null
      }
      empty={<NoRows query={rowsOf} hasOrders={hasOrders} onChange={change} />}
    >
      {(rows, isBusy) => (
        <ListRows rows={rows} query={query} providers={providers} today={today} onChange={change} isBusy={isBusy} />
      )}
    </ListPage>
  );
}

type Counts = DataOf<typeof countPickPack>;

function countOf({ id, status }: ListTab, counts: Counts): number {
  if (id === "asked") return counts.cancel_requested;
  return status ? counts.by_status[status] : counts.total;
}

/** The tabs of the list with their exact counts. */
function PickPackTabs({
  query,
  counts,
  isPartial,
  onChange,
}: {
  query: ListPickPackQuery;
  /** Of what the filters leave. */
  counts: Counts | undefined;
  /** The counts are still those of other filters. */
  isPartial: boolean;
  onChange: ChangeList;
}) {
  const t = useTranslations("pickPack.tabs");
  const { href } = useWorkspace();
  return (
    <TabLinks
      label={t("label")}
      current={tabOf(query)}
      isPartial={isPartial || counts?.total_is_at_least === true}
      tabs={LIST_TABS.map((tab) => {
        const change: ListChange = { status: tab.status, is_cancel_requested: tab.id === "asked" ? "Y" : null };
        return {
          id: tab.id,
          label: t(tab.id),
          href: PICK_PACK_URL.listHref(href("/pick-pack"), PICK_PACK_URL.changed(query, change)),
          count: counts && countOf(tab, counts),
          onPress: () => onChange(change),
        };
      })}
    />
  );
}

/** The tabs of the list and what each shows; null shows all. The one table for tabs and their counts. */
const LIST_TABS = [
  { id: "all", status: null },
  { id: "pending", status: "PICKPACK_PENDING_CONFIRM" },
  { id: "confirmed", status: "PICKPACK_CONFIRMED" },
  { id: "ready", status: "PICKPACK_READY_TO_SHIPMENT" },
  { id: "rejected", status: "PICKPACK_REJECTED" },
  { id: "cancelled", status: "PICKPACK_CANCELLED" },
  { id: "asked", status: null },
] as const satisfies readonly { id: string; status: PickPackStatus | null }[];
type ListTab = (typeof LIST_TABS)[number];

/** The tab of a query; undefined if it names several states. */
function tabOf({ status, is_cancel_requested }: ListPickPackQuery): ListTab["id"] | undefined {
  if (is_cancel_requested) return is_cancel_requested === "Y" && !status ? "asked" : undefined;
  return LIST_TABS.find((tab) => tab.status === (status ?? null))?.id;
}

/** Why there are no rows, and the next step. */
function NoRows({
  query,
  hasOrders,
  onChange,
}: {
  query: ListPickPackQuery;
  hasOrders: boolean;
  onChange: ChangeList;
}) {
  const t = useTranslations("pickPack.empty");
  const { href, may } = useWorkspace();
  if (isFiltered(query)) return <NoMatch text={query.q} onClear={() => onChange(NO_FILTERS)} />;
  if (hasOrders)
    return (
      <EmptyState
        icon={Inbox}
        title={t("tab")}
        actions={<Button onClick={() => onChange({ status: null, is_cancel_requested: null })}>{t("showAll")}</Button>}
      />
    );
  return (
    <EmptyState
      icon={PackageSearch}
      title={t("none")}
      description={t("noneText")}
      actions={
        may("createOrder") ? <LinkButton href={href("/orders/new?type=local")}>{t("newOrder")}</LinkButton> : null
      }
    />
  );
}
