/** The imports among the jobs: the latest, as page and server ask for them. */
export const SHOWN_IMPORTS = { limit: "20" } as const;
