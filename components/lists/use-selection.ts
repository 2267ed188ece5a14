"use client";

import { useState, useSyncExternalStore } from "react";

/** The most orders that can be selected: one print job takes no more. */
export const MAX_SELECTED = 1000;

/**
 * The selected rows of a list. It is the same object for as long as the list is there, and who shows the selection
 * subscribes to it: a list of a hundred rows is not rendered for one click on a checkbox.
 */
export type Selection = {
  /** In the order of selection; the same array until the next change. */
  ids: () => readonly string[];
  has: (id: string) => boolean;
  /** Selects or deselects one; with `range` all rows from the one clicked before, as `page` has them. */
  toggle: (id: string, page: readonly string[], range: boolean) => void;
  /** Selects or deselects all of these. */
  set: (ids: readonly string[], isSelected: boolean) => void;
  clear: () => void;
  /** Calls back after every change; the result ends that. */
  subscribe: (listener: () => void) => () => void;
};

function createSelection(): Selection {
  let selected: ReadonlySet<string> = new Set();
  let ids: readonly string[] = [];
  let anchor: string | null = null;
  const listeners = new Set<() => void>();

  function change(next: ReadonlySet<string>) {
    selected = next;
    ids = [...next];
    for (const listener of listeners) listener();
  }
  const selection: Selection = {
    ids: () => ids,
    has: (id) => selected.has(id),
    toggle(id, page, range) {
      const [from, to] = [anchor === null ? -1 : page.indexOf(anchor), page.indexOf(id)];
      anchor = id;
      const between = range && from >= 0 ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
      // A range downwards keeps the order of the list, one upwards reverses it: the order is that of selection.
      selection.set(from > to ? between.reverse() : between, !selected.has(id));
    },
    set(changed, isSelected) {
      const next = new Set(selected);
      for (const id of changed)
        if (!isSelected) next.delete(id);
        else if (next.size < MAX_SELECTED) next.add(id);
      change(next);
    },
    clear() {
      anchor = null;
      change(new Set());
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return selection;
}

/** The orders that are selected, kept while the list shows other pages. */
export function useSelection(): Selection {
  return useState(createSelection)[0];
}

/** What is selected now, in the order of selection. */
export function useSelectedIds({ subscribe, ids }: Selection): readonly string[] {
  return useSyncExternalStore(subscribe, ids, ids);
}

const never = () => () => undefined;

/** Whether all of these are selected, some, or none; none without a selection. */
export function useSelectedState(selection: Selection | undefined, ids: readonly string[]): boolean | "some" {
  const state = () => {
    const count = selection ? ids.filter(selection.has).length : 0;
    return count > 0 && (count === ids.length || "some");
  };
  return useSyncExternalStore(selection?.subscribe ?? never, state, state);
}
