/** The most merchants that the choice shows at once; typing finds the others. */
export const MERCHANTS = { limit: "100" } as const;
