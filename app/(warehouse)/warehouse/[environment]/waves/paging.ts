/** Which page of the waves the address asks for. */
export type Paging = { limit: string; offset: string };

const SIZES = ["20", "50", "100"];

/** The page of the list from its URL; what it does not offer falls back to the first page. */
export function readPaging({ limit, offset }: Record<string, string | string[] | undefined>): Paging {
  return {
    limit: SIZES.find((size) => size === limit) ?? "20",
    offset: typeof offset === "string" && /^\d{1,6}$/.test(offset) ? String(Number(offset)) : "0",
  };
}

/** The address of a page of the waves. */
export function wavesHref(base: string, { limit, offset }: Paging): string {
  const params = new URLSearchParams();
  if (limit !== "20") params.set("limit", limit);
  if (offset !== "0") params.set("offset", offset);
  return params.size ? `${base}?${params}` : base;
}
