/** The months that are shown: three years and more. */
export const MONTHS = { limit: "40", offset: "0" } as const;
/** The first lines of a month. */
export const FIRST_LINES = { limit: "50", offset: "0" };
