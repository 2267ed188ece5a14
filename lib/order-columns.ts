/** Columns of the order list that its reader chooses, as they stand in it; number, recipient and status always do. */
export const ORDER_COLUMNS = ["created", "pickup", "service", "tracking", "weight", "price", "remarks"] as const;
export type OrderColumn = (typeof ORDER_COLUMNS)[number];

/** What is there until somebody chooses. */
export const USUAL_COLUMNS: readonly OrderColumn[] = ["created", "service", "tracking", "price", "remarks"];

/** Remembers the choice: columns with points between them. */
export const COLUMNS_COOKIE = "sampan-order-columns";
/** What the cookie says where none is chosen: an empty one says nothing. */
export const NO_COLUMNS = "none";

/** The columns that are named, in their order, each once. */
export function inOrder(named: readonly string[]): readonly OrderColumn[] {
  return ORDER_COLUMNS.filter((column) => named.includes(column));
}

/** The choice that the cookie keeps; the usual one where it says nothing, or names what is no column. */
export function columnsOf(cookie: string): readonly OrderColumn[] {
  if (cookie === NO_COLUMNS) return [];
  const named = cookie.split(".");
  const known = inOrder(named);
  return known.length === named.length ? known : USUAL_COLUMNS;
}
