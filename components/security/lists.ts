/** As many sessions or factors as a page shows. */
export const ALL = { limit: "100" };
