"use client";

import { useEffect, useRef } from "react";
import { formatNumber } from "@/lib/format";
import { cn } from "./cn";
import { TabCount, tabStyles } from "./tab-look";
import { ViewLink } from "./view-link";

type TabLink = { id: string; label: string; href: string; onPress: () => void; count?: number | undefined };

/** Tabs with their counts, as links, so that each can open in its own window. */
export function TabLinks({
  label,
  tabs,
  current,
  isPartial = false,
  className,
  linkClass,
}: {
  label: string;
  tabs: readonly TabLink[];
  current: string | undefined;
  /** The counts are not those of what is shown: they would promise rows that a tab does not have. */
  isPartial?: boolean;
  className?: string;
  linkClass?: string;
}) {
  // On a phone the current tab may be outside the screen. Only the row of tabs scrolls, never the page.
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = current && row.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (!link || !row.current) return;
    const { offsetLeft, offsetWidth } = link;
    const { scrollLeft, clientWidth, offsetLeft: edge } = row.current;
    const from = offsetLeft - edge;
    if (from < scrollLeft || from + offsetWidth > scrollLeft + clientWidth) row.current.scrollLeft = from - 24;
  }, [current]);

  return (
    <nav
      ref={row}
      aria-label={label}
      className={cn("flex overflow-x-auto border-b border-line px-2 [scrollbar-width:none]", className)}
    >
      {tabs.map(({ id, label: name, count, ...link }) => (
        <ViewLink
          key={id}
          {...link}
          aria-current={current === id ? "page" : undefined}
          className={cn(tabStyles, linkClass)}
        >
          {name}
          {count === undefined ? null : <TabCount hidden={isPartial}>{formatNumber(count)}</TabCount>}
        </ViewLink>
      ))}
    </nav>
  );
}
