/** As many as a page shows: those in use come first, and there are at most 20 of them. */
export const CLIENTS = { limit: "100" };
