/**
 * A service as lists name it, in the reader's language; the short name leaves out the words that all names begin with.
 */
export type ListProvider = {
  code: string;
  ship_type: "intl" | "local";
  name: string;
  shortName: string;
  /** The notice of its suspension, while it is suspended. */
  notice?: string;
};
