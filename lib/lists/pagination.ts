/** The page sizes that a reader can choose. */
export const PAGE_SIZES = ["20", "50", "100"] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** The whole of a list that has at most one page. */
export const ALL_ROWS = { limit: "100" } as const;

/** The place of a page of rows in its list (contract §11.5). */
export type Pagination = {
  total: number;
  page: number;
  per_page: number;
  total_pages: number;
  /** Counting stopped at the total: there are more (contract §5.6). */
  total_is_at_least?: true | undefined;
};

/** The pagination of a list's answer, as the pipeline makes it: for pages that read a list without a request. */
export function paginationOf(
  total: number,
  { limit, offset }: { limit: string; offset: string },
  isAtLeast = false,
): Pagination {
  const perPage = Number(limit);
  return {
    ...(isAtLeast ? { total_is_at_least: true } : {}),
    total,
    page: Math.floor(Number(offset) / perPage) + 1,
    per_page: perPage,
    total_pages: Math.ceil(total / perPage),
  };
}
