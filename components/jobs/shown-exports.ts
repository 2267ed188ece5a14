/** Which exports the page of jobs shows: all that are kept. */
export const SHOWN_EXPORTS = { limit: "100" };
