/** How many rows a page of a list may have: what its reader chooses from. */
export const PAGE_SIZES = ["20", "50", "100"] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** Where a page of rows stands in its list (decisions §2.1). */
export type Pagination = { total: number; page: number; per_page: number; total_pages: number };

/** The pagination of a list's answer, as the pipeline makes it: for pages that read a list without a request. */
export function paginationOf(total: number, { limit, offset }: { limit: string; offset: string }): Pagination {
  const perPage = Number(limit);
  return {
    total,
    page: Math.floor(Number(offset) / perPage) + 1,
    per_page: perPage,
    total_pages: Math.ceil(total / perPage),
  };
}
