/** A service as lists name it: in the reader's language, short without the words that all of them begin with. */
export type ListProvider = { code: string; ship_type: "intl" | "local"; name: string; shortName: string };
