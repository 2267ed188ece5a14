"use client";

import { User, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { TabLinks } from "@/components/ui/tab-links";
import type { DataOf } from "@/lib/contracts/contract";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import type { countOrders } from "@/lib/contracts/order-counts";
import type { OrderView } from "@/lib/contracts/view";
import { type OrderColumn, USUAL_COLUMNS } from "@/lib/orders/columns";
import { columnsText } from "./choose-columns";
import { isFiltered } from "./list-filters";
import { DRAFTS, LIST_TABS, tabOf } from "./list-tabs";
import { type ChangeList, ORDERS_URL } from "./orders-url";
import { goToView, isOn, useViews } from "./views";

const NEWEST_FIRST = "-create_time";
/** The tabs that are opened least: saved views come before them, where there is room. */
const RARE = ["cancelled", "drafts"] as const;
const isRare = (id: string) => RARE.some((rare) => rare === id);

/** The tabs of the list with how many orders of each match its filters, and the saved views. */
export function OrderTabs({
  query,
  counts,
  isPartial,
  drafts,
  columns,
  onChange,
}: {
  query: ListOrdersQuery;
  columns: readonly OrderColumn[];
  counts: DataOf<typeof countOrders> | undefined;
  /** The counts are of other filters. */
  isPartial: boolean;
  drafts: number | undefined;
  onChange: ChangeList;
}) {
  const t = useTranslations("orderList.tabs");
  const { href } = useWorkspace();
  const views = useViews().data?.data ?? [];
  const tab = query.status === DRAFTS ? "drafts" : tabOf(query.status)?.id;
  // A tab of the list comes before a view that keeps the same.
  const isPlain =
    tab && !isFiltered(query) && query.sort === NEWEST_FIRST && columnsText(columns) === columnsText(USUAL_COLUMNS);
  const shownView = isPlain ? undefined : views.find((view) => isOn(view, { query, columns }));
  const states = [
    ...LIST_TABS.map(({ id, statuses }) => ({
      id,
      status: statuses?.join(",") ?? null,
      count: statuses ? counts && statuses.reduce((sum, status) => sum + counts.by_status[status], 0) : counts?.total,
    })),
    { id: "drafts" as const, status: DRAFTS, count: isFiltered(query) ? undefined : drafts },
  ];
  const tabs = states.map(({ id, status, count }) => ({
    id,
    label: t(id),
    href: ORDERS_URL.listHref(href("/orders"), ORDERS_URL.changed(query, { status })),
    count,
    onPress: () => onChange({ status }),
    isApart: views.length > 0 && id === RARE[0],
  }));
  const own = views.map((view, index) => ({
    id: view.id,
    label: view.name,
    href: ORDERS_URL.listHref(href("/orders"), { ...view.query, offset: "0" }),
    onPress: () => goToView(view, onChange),
    icon: <ViewIcon view={view} />,
    isApart: index === 0,
  }));
  return (
    <TabLinks
      label={t("label")}
      current={shownView?.id ?? tab}
      isPartial={isPartial || counts?.total_is_at_least === true}
      tabs={[...tabs.filter(({ id }) => !isRare(id)), ...own, ...tabs.filter(({ id }) => isRare(id))]}
    />
  );
}

/** Says whose the view is. */
function ViewIcon({ view }: { view: OrderView }) {
  const t = useTranslations("orderList.options");
  const Icon = view.is_shared === "Y" ? Users : User;
  return (
    <>
      <Icon aria-hidden="true" />
      <span className="sr-only">{t(view.is_shared === "Y" ? "shared" : "own")}</span>{" "}
    </>
  );
}
