"use client";

import { useTranslations } from "next-intl";
import { type MouseEvent, useEffect, useRef } from "react";
import { usePlace } from "@/components/environment";
import { TabCount, tabStyles } from "@/components/ui/tab-look";
import type { DataOf } from "@/lib/contracts/contract";
import type { countPickPack, ListPickPackQuery } from "@/lib/contracts/pickpack";
import { formatNumber } from "@/lib/format";
import { LIST_TABS, type ListTab, tabOf } from "./list-tabs";
import { type ChangeList, isFiltered, type ListChange, PICK_PACK_URL } from "./list-url";

type Counts = DataOf<typeof countPickPack>;

function countOf({ id, status }: ListTab, counts: Counts): number {
  if (id === "asked") return counts.cancel_requested;
  return status ? counts.by_status[status] : counts.total;
}

/** The tabs of the list with their exact counts: links, so that each opens in a window of its own too. */
export function TabLinks({
  query,
  counts,
  onChange,
}: {
  query: ListPickPackQuery;
  counts: Counts | undefined;
  onChange: ChangeList;
}) {
  const t = useTranslations("pickPack.tabs");
  const { href } = usePlace();
  const current = tabOf(query);

  // On a telephone the current tab may lie beyond the edge. Only the row of tabs moves, never the page.
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = current && row.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (link && row.current) row.current.scrollLeft = link.offsetLeft - row.current.offsetLeft - 24;
  }, [current]);

  function press(event: MouseEvent, change: ListChange) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onChange(change);
  }

  return (
    <nav
      ref={row}
      aria-label={t("label")}
      className="flex overflow-x-auto border-b border-line px-2 [scrollbar-width:none]"
    >
      {LIST_TABS.map((tab) => {
        const change: ListChange = { status: tab.status, is_cancel_requested: tab.id === "asked" ? "Y" : null };
        return (
          <a
            key={tab.id}
            href={PICK_PACK_URL.listHref(href("/pick-pack"), PICK_PACK_URL.changed(query, change))}
            aria-current={current === tab.id ? "page" : undefined}
            onClick={(event) => press(event, change)}
            className={tabStyles}
          >
            {t(tab.id)}
            {/* The counts are of all orders: beside a search they would promise rows that the tab does not have. */}
            {counts ? <TabCount hidden={isFiltered(query)}>{formatNumber(countOf(tab, counts))}</TabCount> : null}
          </a>
        );
      })}
    </nav>
  );
}
