import type { ListAddressesQuery } from "@/lib/contracts/address";
import { listUrl } from "@/lib/lists/list-url";

/** The list shows recipients unless its address says otherwise. */
export type Query = ListAddressesQuery & { kind: NonNullable<ListAddressesQuery["kind"]> };

export const ADDRESSES_URL = listUrl<Query>({ kind: "recipient", limit: "20", offset: "0" });

/** How many labels are offered to filter by. */
export const LABELS_SHOWN = "20";

/** The queries whose totals are the counts of the tabs. */
export const COUNTED = {
  recipient: { kind: "recipient", limit: "1" },
  sender: { kind: "sender", limit: "1" },
} as const;
