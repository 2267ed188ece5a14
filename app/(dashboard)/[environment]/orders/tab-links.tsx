"use client";

import { useTranslations } from "next-intl";
import { type MouseEvent, useState } from "react";
import { usePlace } from "@/components/environment";
import { TabCount, tabStyles } from "@/components/ui/tabs";
import type { DataOf } from "@/lib/contracts/contract";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import type { countOrders } from "@/lib/contracts/order-counts";
import { formatNumber } from "@/lib/format";
import { DRAFTS, LIST_TABS, tabOf } from "./list-tabs";
import { type ListChange, listHref } from "./list-url";

/** The tabs of the list with their exact counts: links, so that each opens in a window of its own too. */
export function TabLinks({
  query,
  counts,
  drafts,
  onChange,
  isPending,
}: {
  query: ListOrdersQuery;
  counts: DataOf<typeof countOrders> | undefined;
  drafts: number | undefined;
  onChange: (change: ListChange) => void;
  isPending: boolean;
}) {
  const t = useTranslations("orderList.tabs");
  const { href } = usePlace();
  const [pressed, setPressed] = useState<string | null>(null);
  const current = query.status === DRAFTS ? "drafts" : tabOf(query.status)?.id;
  // The tab that was pressed is current at once; its rows follow.
  const shown = isPending && pressed ? pressed : current;

  const tabs = [
    ...LIST_TABS.map(({ id, statuses }) => ({
      id,
      status: statuses?.join(",") ?? null,
      count: statuses ? counts && statuses.reduce((sum, status) => sum + counts.by_status[status], 0) : counts?.total,
    })),
    { id: "drafts" as const, status: DRAFTS, count: drafts },
  ];

  function press(event: MouseEvent, id: string, status: string | null) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    setPressed(id);
    onChange({ status });
  }

  return (
    <nav aria-label={t("label")} className="flex overflow-x-auto border-b border-line px-2 [scrollbar-width:none]">
      {tabs.map(({ id, status, count }) => (
        <a
          key={id}
          href={listHref(href("/orders"), query, { status })}
          aria-current={shown === id ? "page" : undefined}
          onClick={(event) => press(event, id, status)}
          className={tabStyles}
        >
          {t(id)}
          {count === undefined ? null : <TabCount>{formatNumber(count)}</TabCount>}
        </a>
      ))}
    </nav>
  );
}
