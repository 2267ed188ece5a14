"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { Button } from "./button";
import { EmptyState } from "./empty-state";
import { ErrorState } from "./error-state";
import { Pagination } from "./pagination";
import { SkeletonRows } from "./skeleton";
import { StaleNotice } from "./stale-notice";

export type Pages = { total: number; total_is_at_least?: boolean | undefined };

/** Offset and limit of a list, as its URL has them. */
export type ListPage = { offset: string; limit: string };

/**
 * The rows of a list and its pagination; without any, that it is loading, failed, empty or ends before this page. It
 * says when rows may be old.
 */
export function ListBody<Row>({
  list,
  rows = list.data?.data,
  page,
  skeleton = <SkeletonRows />,
  empty,
  hasPages,
  onTurn,
  onRetry = () => void list.refetch(),
  isStale = list.isRefetchError,
  children,
}: {
  list: UseQueryResult<{ data: readonly Row[]; pagination: Pages }>;
  /** Shown instead of the rows that were read. */
  rows?: readonly Row[] | undefined;
  /** Without it the list is complete. */
  page?: ListPage;
  skeleton?: ReactNode;
  /** Shown when the list has no rows. */
  empty: ReactNode;
  /** Whether the pagination is shown even without rows: it tells screen readers how many there are now. */
  hasPages?: boolean;
  onTurn?: (page: ListPage) => void;
  onRetry?: () => void;
  isStale?: boolean;
  children: (rows: readonly Row[]) => ReactNode;
}) {
  const t = useTranslations("ui.list");
  const top = useRef<HTMLDivElement>(null);
  // The pagination is at the bottom of the list; the next page starts at the top.
  function turn(next: ListPage) {
    onTurn?.(next);
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView({ block: "start" });
  }
  if (list.isPending) return skeleton;
  if (!list.data || !rows) return <ErrorState error={list.error} onRetry={onRetry} />;
  const { total, total_is_at_least } = list.data.pagination;
  return (
    <>
      <div ref={top} className="scroll-mt-16 lg:scroll-mt-4" />
      {isStale ? <StaleNotice isFetching={list.isFetching} onRetry={onRetry} className="border-b border-line" /> : null}
      {rows.length > 0 ? (
        children(rows)
      ) : total > 0 && page && onTurn ? (
        <EmptyState
          icon={Inbox}
          title={t("pastEnd")}
          actions={<Button onClick={() => turn({ ...page, offset: "0" })}>{t("firstPage")}</Button>}
        />
      ) : (
        empty
      )}
      {page && onTurn && (hasPages ?? total > 0) ? (
        <Pagination
          className="border-t border-line px-4 py-2"
          total={total}
          more={total_is_at_least ? { shown: rows.length } : undefined}
          offset={Number(page.offset)}
          limit={Number(page.limit)}
          onChange={({ offset, limit }) => turn({ offset: String(offset), limit: String(limit) })}
        />
      ) : null}
    </>
  );
}
