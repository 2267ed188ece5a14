"use client";

import { useTranslations } from "next-intl";
import { type MouseEvent, useEffect, useRef } from "react";
import { usePlace } from "@/components/environment";
import { TabCount, tabStyles } from "@/components/ui/tab-look";
import type { DataOf } from "@/lib/contracts/contract";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import type { countOrders } from "@/lib/contracts/order-counts";
import { formatNumber } from "@/lib/format";
import { isFiltered } from "./list-states";
import { DRAFTS, LIST_TABS, tabOf } from "./list-tabs";
import { type ChangeList, ORDERS_URL } from "./list-url";

/** The tabs of the list with their exact counts: links, so that each opens in a window of its own too. */
export function TabLinks({
  query,
  counts,
  drafts,
  onChange,
}: {
  query: ListOrdersQuery;
  counts: DataOf<typeof countOrders> | undefined;
  drafts: number | undefined;
  onChange: ChangeList;
}) {
  const t = useTranslations("orderList.tabs");
  const { href } = usePlace();
  const current = query.status === DRAFTS ? "drafts" : tabOf(query.status)?.id;

  const tabs = [
    ...LIST_TABS.map(({ id, statuses }) => ({
      id,
      status: statuses?.join(",") ?? null,
      count: statuses ? counts && statuses.reduce((sum, status) => sum + counts.by_status[status], 0) : counts?.total,
    })),
    { id: "drafts" as const, status: DRAFTS, count: drafts },
  ];

  // The counts are of all orders: beside a search or filter they would promise rows that the tab does not have.
  const isPartial = isFiltered(query);

  // On a telephone the current tab may lie beyond the edge. Only the row of tabs moves, never the page.
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = current && row.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (!link || !row.current) return;
    const { offsetLeft, offsetWidth } = link;
    const { scrollLeft, clientWidth, offsetLeft: edge } = row.current;
    const from = offsetLeft - edge;
    if (from < scrollLeft || from + offsetWidth > scrollLeft + clientWidth) row.current.scrollLeft = from - 24;
  }, [current]);

  function press(event: MouseEvent, status: string | null) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onChange({ status });
  }

  return (
    <nav
      ref={row}
      aria-label={t("label")}
      className="flex overflow-x-auto border-b border-line px-2 [scrollbar-width:none]"
    >
      {tabs.map(({ id, status, count }) => (
        <a
          key={id}
          href={ORDERS_URL.listHref(href("/orders"), ORDERS_URL.changed(query, { status }))}
          aria-current={current === id ? "page" : undefined}
          onClick={(event) => press(event, status)}
          className={tabStyles}
        >
          {t(id)}
          {count === undefined ? null : <TabCount hidden={isPartial}>{formatNumber(count)}</TabCount>}
        </a>
      ))}
    </nav>
  );
}
