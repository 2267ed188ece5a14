"use client";

import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { TabLinks } from "@/components/ui/tab-links";
import type { DataOf } from "@/lib/contracts/contract";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import type { countOrders } from "@/lib/contracts/order-counts";
import { isFiltered } from "./list-filters";
import { DRAFTS, LIST_TABS, tabOf } from "./list-tabs";
import { type ChangeList, ORDERS_URL } from "./orders-url";

/** The tabs of the list with how many orders of each match its filters. */
export function OrderTabs({
  query,
  counts,
  isPartial,
  drafts,
  onChange,
}: {
  query: ListOrdersQuery;
  counts: DataOf<typeof countOrders> | undefined;
  /** The counts are of other filters. */
  isPartial: boolean;
  drafts: number | undefined;
  onChange: ChangeList;
}) {
  const t = useTranslations("orderList.tabs");
  const { href } = usePlace();
  const tabs = [
    ...LIST_TABS.map(({ id, statuses }) => ({
      id,
      status: statuses?.join(",") ?? null,
      count: statuses ? counts && statuses.reduce((sum, status) => sum + counts.by_status[status], 0) : counts?.total,
    })),
    { id: "drafts" as const, status: DRAFTS, count: isFiltered(query) ? undefined : drafts },
  ];
  return (
    <TabLinks
      label={t("label")}
      current={query.status === DRAFTS ? "drafts" : tabOf(query.status)?.id}
      isPartial={isPartial || counts?.total_is_at_least === true}
      tabs={tabs.map(({ id, status, count }) => ({
        id,
        label: t(id),
        href: ORDERS_URL.listHref(href("/orders"), ORDERS_URL.changed(query, { status })),
        count,
        onPress: () => onChange({ status }),
      }))}
    />
  );
}
