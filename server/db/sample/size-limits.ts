import type { Selectable } from "kysely";
import type { Tables } from "@/server/db/types";
import { VALID_FROM } from "./zones";

type SizeLimit = Selectable<Tables["size_limits"]>;

function limit(provider: string, packed: "parcel" | "pallet", side: number, sum: number): SizeLimit {
  return { provider, packed, valid_from: VALID_FROM, max_side: String(side), max_sides_sum: String(sum) };
}

/** The largest parcels and pallets of the sample services: the longest side and the three sides together, in cm. */
export const SIZE_LIMITS: readonly SizeLimit[] = [
  limit("LOCAL_DOOR", "parcel", 150, 300),
  limit("LOCAL_POINT", "parcel", 100, 180),
  limit("LOCAL_SAMEDAY", "parcel", 80, 180),
  limit("INTL_ECON", "parcel", 120, 240),
  limit("INTL_EXPR", "parcel", 270, 400),
  limit("EXPR_EXPORT", "parcel", 270, 400),
  ...["INTL_ECON", "INTL_EXPR", "EXPR_EXPORT"].map((provider) => limit(provider, "pallet", 300, 600)),
];
