"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { TabCount, tabStyles } from "@/components/ui/tab-look";
import type { DataOf } from "@/lib/contracts/contract";
import type { countPickPack } from "@/lib/contracts/pickpack";
import { formatNumber } from "@/lib/format";
import { QueueLink } from "./queue-link";
import { countOf, QUEUE_TABS, type QueueView } from "./queue-tabs";
import { type ChangeQueue, isFiltered } from "./queue-url";

/** The tabs of the queue with their exact counts. */
export function TabLinks({
  view,
  counts,
  onChange,
}: {
  view: QueueView;
  counts: DataOf<typeof countPickPack> | undefined;
  onChange: ChangeQueue;
}) {
  const t = useTranslations("warehouse.queue.tabs");
  const row = useRef<HTMLElement>(null);

  // On a telephone the current tab may lie beyond the edge. Only the row of tabs moves, never the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks for the link that the tab makes current
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (link && row.current) row.current.scrollLeft = link.offsetLeft - row.current.offsetLeft - 24;
  }, [view.tab]);

  return (
    <nav
      ref={row}
      aria-label={t("label")}
      className="flex overflow-x-auto border-b border-line px-2 [scrollbar-width:none]"
    >
      {QUEUE_TABS.map((tab) => (
        <QueueLink
          key={tab.id}
          view={view}
          change={{ tab: tab.id }}
          onChange={onChange}
          aria-current={view.tab === tab.id ? "page" : undefined}
          className={`${tabStyles} pointer-coarse:h-12`}
        >
          {t(tab.id)}
          {/* The counts are of all orders: beside a filter they would promise rows that the tab does not have. */}
          {counts ? <TabCount hidden={isFiltered(view)}>{formatNumber(countOf(tab, counts))}</TabCount> : null}
        </QueueLink>
      ))}
    </nav>
  );
}
