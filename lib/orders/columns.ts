/**
 * The columns of the order list that a reader can choose, in their order; number, recipient and status are always
 * shown.
 */
export const ORDER_COLUMNS = [
  "created",
  "reference",
  "pickup",
  "service",
  "tracking",
  "printed",
  "weight",
  "price",
  "remarks",
] as const;
export type OrderColumn = (typeof ORDER_COLUMNS)[number];

/** The columns that are shown until the reader chooses. */
export const USUAL_COLUMNS: readonly OrderColumn[] = ["created", "service", "tracking", "price", "remarks"];

/** In the cookie, which has column names joined by dots: no columns. An empty cookie means that no choice was made. */
export const NO_COLUMNS = "none";

/** The named columns in the order of the list, each once. */
export function inOrder(named: readonly string[]): readonly OrderColumn[] {
  return ORDER_COLUMNS.filter((column) => named.includes(column));
}

/** The choice that the cookie keeps; the usual columns when it is empty or names an unknown one. */
export function columnsOf(cookie: string): readonly OrderColumn[] {
  if (cookie === NO_COLUMNS) return [];
  const named = cookie.split(".");
  const known = inOrder(named);
  return known.length === named.length ? known : USUAL_COLUMNS;
}
