"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "./error-state";
import { Pagination } from "./pagination";
import { SkeletonRows } from "./skeleton";
import { StaleNotice } from "./stale-notice";

/** Where a list begins and how much of it is shown, as its URL has them. */
export type ListPage = { offset: string; limit: string };

/** The rows of a list and its pages; before there are any, that it loads, failed or is empty. What may be old says so. */
export function ListBody<Row>({
  list,
  page,
  skeletonRows,
  empty,
  onTurn,
  onRetry = () => void list.refetch(),
  isStale = list.isRefetchError,
  children,
}: {
  list: UseQueryResult<{ data: readonly Row[]; pagination: { total: number } }>;
  page: ListPage;
  skeletonRows?: number;
  /** In place of no rows; `total` is more than 0 where the page is past the end. */
  empty: (total: number) => ReactNode;
  onTurn: (page: ListPage) => void;
  onRetry?: () => void;
  isStale?: boolean;
  children: (rows: readonly Row[]) => ReactNode;
}) {
  const rows = list.data?.data ?? [];
  const total = list.data?.pagination.total ?? 0;
  return (
    <>
      {isStale ? <StaleNotice isFetching={list.isFetching} onRetry={onRetry} /> : null}
      {list.isPending ? (
        <SkeletonRows {...(skeletonRows === undefined ? {} : { rows: skeletonRows })} />
      ) : !list.data ? (
        <ErrorState error={list.error} onRetry={onRetry} />
      ) : rows.length === 0 ? (
        empty(total)
      ) : (
        children(rows)
      )}
      {total > 0 ? (
        <Pagination
          className="border-t border-line px-4 py-2"
          total={total}
          offset={Number(page.offset)}
          limit={Number(page.limit)}
          onChange={({ offset, limit }) => onTurn({ offset: String(offset), limit: String(limit) })}
        />
      ) : null}
    </>
  );
}
