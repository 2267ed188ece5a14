"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePlace } from "@/components/environment";
import { lazyKeyOf } from "@/lib/lazy-contract";
import { COUNT_PICK_PACK, LIST_PICK_PACK, READ_PICK_PACK } from "../pick-pack/operations";
import { COUNT_ORDERS, LIST_ORDERS, READ_ORDER } from "./operations";

/** Asks again for all that an action may have changed: lists, their counts, the order itself, in the warehouse too. */
export function useOrdersChanged(): () => Promise<void> {
  const client = useQueryClient();
  const { where } = usePlace();
  return async () => {
    const changed = [LIST_ORDERS, COUNT_ORDERS, READ_ORDER, LIST_PICK_PACK, COUNT_PICK_PACK, READ_PICK_PACK];
    const keys = changed.map((lazily) => lazyKeyOf(lazily, where));
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
