/** The input of `listViews` that the list reads all views by: at most 30 are one's own, and 30 shared. */
export const EVERY_VIEW = { limit: "100" } as const;
