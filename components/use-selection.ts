"use client";

import { useCallback, useMemo, useRef, useState } from "react";

/** The most orders that can be selected: one print job takes no more. */
export const MAX_SELECTED = 1000;

export type Selection = {
  /** In the order of selection. */
  ids: readonly string[];
  has: (id: string) => boolean;
  /** Whether all of these are selected, some, or none. */
  stateOf: (ids: readonly string[]) => boolean | "some";
  /** Selects or deselects one; with `range` all rows from the one clicked before, as `page` has them. */
  toggle: (id: string, page: readonly string[], range: boolean) => void;
  /** Selects or deselects all of these. */
  set: (ids: readonly string[], isSelected: boolean) => void;
  clear: () => void;
};

/** The orders that are selected, kept while the list shows other pages. */
export function useSelection(): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string | null>(null);

  const set = useCallback((ids: readonly string[], isSelected: boolean) => {
    setSelected((before) => {
      const next = new Set(before);
      for (const id of ids)
        if (!isSelected) next.delete(id);
        else if (next.size < MAX_SELECTED) next.add(id);
      return next;
    });
  }, []);

  return useMemo(
    () => ({
      ids: [...selected],
      has: (id) => selected.has(id),
      stateOf: (ids) => {
        const count = ids.filter((id) => selected.has(id)).length;
        return count > 0 && (count === ids.length || "some");
      },
      toggle: (id, page, range) => {
        const [from, to] = [anchor.current === null ? -1 : page.indexOf(anchor.current), page.indexOf(id)];
        anchor.current = id;
        const between = range && from >= 0 ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
        // A range downwards keeps the order of the list, one upwards reverses it: the order is that of selection.
        set(from > to ? between.reverse() : between, !selected.has(id));
      },
      set,
      clear: () => {
        anchor.current = null;
        setSelected(new Set());
      },
    }),
    [selected, set],
  );
}
