/** The first page of the activity. */
export const FIRST_ACTIVITY = { limit: "20", offset: "0" };
