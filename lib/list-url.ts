/** A change of a list's query; null takes a filter away. */
export type ListChange<Query> = { [Field in keyof Query]?: Query[Field] | null };
export type ChangeList<Query> = (change: ListChange<Query>, history?: "push" | "replace") => void;

/** How a list's query changes and stands in an address, where `defaults` go without saying. */
export function listUrl<Query extends object>(defaults: Partial<Query> & { offset: "0" }) {
  return {
    /** The query after a change. Whatever narrows or turns the list begins again on its first page. */
    changed(query: Query, change: ListChange<Query>): Query {
      const next = { ...query, offset: "0", ...change };
      return { ...defaults, ...Object.fromEntries(Object.entries(next).filter(([, value]) => value)) } as Query;
    },
    /** The address of a query, for links and for going there; what `base` names besides is kept. */
    listHref(base: string, query: Query): string {
      const [pathname = "", search = ""] = base.split("?");
      const params = new URLSearchParams(search);
      for (const [field, value] of Object.entries(query))
        if (value && value !== defaults[field as keyof Query]) params.set(field, value);
      // Commas are readable in an address, and need no escape there.
      return params.size ? `${pathname}?${params.toString().replaceAll("%2C", ",")}` : pathname;
    },
  };
}

export type ListUrl<Query extends object> = ReturnType<typeof listUrl<Query>>;
