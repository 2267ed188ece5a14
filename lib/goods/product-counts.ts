/** The queries whose totals are the counts of the list. */
export const COUNTED = { all: { limit: "1" }, low: { is_low_stock: "Y", limit: "1" } } as const;
