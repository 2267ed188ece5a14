/** All imports that are kept and shown, as page and server ask for them. */
export const SHOWN_IMPORTS = { limit: "100" } as const;
