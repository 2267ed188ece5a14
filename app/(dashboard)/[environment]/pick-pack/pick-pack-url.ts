import type { ListPickPackQuery } from "@/lib/contracts/pickpack";
import * as url from "@/lib/lists/list-url";

export type ListChange = url.ListChange<ListPickPackQuery>;
export type ChangeList = url.ChangeList<ListPickPackQuery>;

export const PICK_PACK_URL = url.listUrl<ListPickPackQuery>({ sort: "-request_datetime", limit: "20", offset: "0" });

/** The filters besides the tab; removing them is what "clear filters" does. */
export const NO_FILTERS = { q: null, shipping_provider: null, wave_id: null } as const satisfies ListChange;

/** The query of the tabs' counts: the filters without the tab. */
export function countQueryOf({ q, shipping_provider, wave_id }: ListPickPackQuery) {
  return { q, shipping_provider, wave_id };
}

/** Whether anything besides the tab filters the list. */
export function isFiltered({ q, shipping_provider, wave_id }: ListPickPackQuery): boolean {
  return Boolean(q || shipping_provider || wave_id);
}
