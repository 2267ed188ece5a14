/** The files that wait for a second person, as the page asks for them. */
export const WAITING = { state: "WAITING", limit: "50" } as const;
