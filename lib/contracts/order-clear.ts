import { z } from "zod";
import { choice } from "./common";
import type { intlOrder, localOrder } from "./order";

/** Optional root fields that are about the request only. */
const NOT_STORED = ["confirm_shipment", "quote_id"];

/** The optional root fields of a kind of order that are stored: those that `clear` empties (contract §4.3). */
export function clearableOf({ shape }: typeof intlOrder | typeof localOrder): [string, ...string[]] {
  return Object.entries(shape)
    .filter(([name, field]) => !NOT_STORED.includes(name) && (field as z.ZodType).safeParse(undefined).success)
    .map(([name]) => name) as [string, ...string[]];
}

/** What `clear` of a change accepts. */
export function clearOf(order: typeof intlOrder | typeof localOrder) {
  return z.array(choice(clearableOf(order))).meta({
    description: "Names of stored fields to empty; none of them may be given a value in the same request",
  });
}
