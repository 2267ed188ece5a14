"use client";

import { ChevronsRight } from "lucide-react";
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { formatNumber } from "@/lib/format";
import { cn } from "./cn";
import { TabCount } from "./tab-look";
import { ViewLink } from "./view-link";

/** The label of the row in which a tab was just pressed, until it is shown. */
let pressed: string | null = null;
/** What a press shows is there at once; later it is not the press that shows it. */
const SHOWN_MS = 1000;

function remember(label: string): void {
  pressed = label;
  setTimeout(() => {
    pressed = null;
  }, SHOWN_MS);
}

type TabLink = {
  id: string;
  label: string;
  href: string;
  onPress: () => void;
  count?: number | undefined;
  icon?: ReactNode;
  /** Begins another kind of tabs. */
  isApart?: boolean;
};

/** Tabs with their counts, as links, so that each can open in its own window. */
export function TabLinks({
  label,
  tabs,
  current,
  isPartial = false,
  wraps = false,
  className,
  linkClass,
  children,
}: {
  label: string;
  tabs: readonly TabLink[];
  current: string | undefined;
  /** The counts are not those of what is shown: they would promise rows that a tab does not have. */
  isPartial?: boolean;
  /** The tabs take several lines instead of scrolling. */
  wraps?: boolean;
  className?: string;
  linkClass?: string;
  /** Behind the tabs. */
  children?: ReactNode;
}) {
  // On a phone the current tab may be outside the screen. Only the row of tabs scrolls, never the page.
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = current && row.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (!link || !row.current) return;
    const { offsetLeft: from, offsetWidth } = link;
    const { scrollLeft, clientWidth } = row.current;
    if (from < scrollLeft || from + offsetWidth > scrollLeft + clientWidth) row.current.scrollLeft = from - 24;
  }, [current]);

  // The list of another tab may bring tabs of its own: then the focus of the pressed one would be lost.
  useEffect(() => {
    if (!current || pressed !== label) return;
    pressed = null;
    if (document.activeElement === document.body)
      row.current?.querySelector<HTMLElement>("[aria-current=page]")?.focus({ preventScroll: true });
  }, [current, label]);

  const [hasMore, setHasMore] = useState(false);
  const names = tabs.map(({ label: name }) => name).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs take other room
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const look = () => setHasMore(element.scrollLeft + element.clientWidth < element.scrollWidth - 1);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [names]);

  return (
    <div className={cn("flex border-b border-line px-2", className)}>
      <nav
        ref={row}
        aria-label={label}
        className={cn("relative flex min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]", wraps && "flex-wrap")}
      >
        {tabs.map(({ id, label: name, count, icon, isApart, href, onPress }) => (
          <Fragment key={id}>
            {isApart ? <span aria-hidden="true" className="mx-2 my-2.5 w-px shrink-0 bg-line" /> : null}
            <ViewLink
              href={href}
              onPress={() => {
                if (id !== current) remember(label);
                onPress();
              }}
              aria-current={current === id ? "page" : undefined}
              className={cn("tab", linkClass)}
            >
              {icon}
              {name}
              {count === undefined ? null : <TabCount hidden={isPartial}>{formatNumber(count)}</TabCount>}
            </ViewLink>
          </Fragment>
        ))}
      </nav>
      {hasMore ? (
        // The keyboard scrolls by moving from tab to tab, fingers by dragging.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          onClick={() => row.current?.scrollBy({ left: row.current.clientWidth / 2, behavior: "smooth" })}
          className="flex w-9 shrink-0 items-center justify-center text-muted hover:text-text pointer-coarse:hidden"
        >
          <ChevronsRight className="size-4" />
        </button>
      ) : null}
      {children}
    </div>
  );
}
