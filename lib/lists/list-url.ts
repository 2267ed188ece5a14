/** What an address asks of a list, as the server has judged it. */
export type ListView<Query extends object> = {
  query: Query;
  /** Fields with values that were not understood; defaults count in their place. */
  wrong: readonly (keyof Query & string)[];
  /** All fields that the list knows. */
  fields: readonly (keyof Query & string)[];
  /** What follows the `?`. */
  address: string;
};

/** A change of a list's query; null removes a filter. */
export type ListChange<Query> = { [Field in keyof Query]?: Query[Field] | null };
export type ChangeList<Query> = (change: ListChange<Query>, history?: "push" | "replace") => void;

/** How a list's query changes and how an address shows it; values equal to `defaults` are left out. */
export function listUrl<Query extends object>(defaults: Partial<Query> & { offset: "0" }) {
  return {
    /** The query after a change. A new filter or sort order goes back to the first page. */
    changed(query: Query, change: ListChange<Query>): Query {
      const next = { ...query, offset: "0", ...change };
      return { ...defaults, ...Object.fromEntries(Object.entries(next).filter(([, value]) => value)) } as Query;
    },
    /** The query of an address that `listHref` has made. */
    queryOf(address: string, fields: readonly (keyof Query & string)[]): Query {
      const params = new URLSearchParams(address);
      const given = fields.map((field) => [field, params.get(field)]).filter(([, value]) => value);
      return { ...defaults, ...Object.fromEntries(given) } as Query;
    },
    /** The address of a query, for links and navigation; other parameters of `base` are kept. */
    listHref(base: string, query: Query): string {
      const [pathname = "", search = ""] = base.split("?");
      const params = new URLSearchParams(search);
      for (const [field, value] of Object.entries(query))
        if (value && value !== defaults[field as keyof Query]) params.set(field, value);
      // Commas are readable in an address and need no escape there.
      return params.size ? `${pathname}?${params.toString().replaceAll("%2C", ",")}` : pathname;
    },
  };
}

export type ListUrl<Query extends object> = ReturnType<typeof listUrl<Query>>;
