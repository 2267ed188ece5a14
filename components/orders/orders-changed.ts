"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePlace } from "@/components/environment";
import { keyOf } from "@/lib/api-client";
import type { OperationId } from "@/lib/contracts/routes";

/**
 * Reads everything again that an action may have changed: lists, their counts, the order itself, in the warehouse too.
 */
export function useOrdersChanged(): () => Promise<void> {
  const client = useQueryClient();
  const { where } = usePlace();
  return async () => {
    const changed: OperationId[] = [
      "listOrders",
      "readDispatch",
      "countOrders",
      "readOrderByPath",
      "listMessages",
      "listSentEvents",
      "listPickPack",
      "countPickPack",
      "readPickPackByPath",
    ];
    const keys = changed.map((id) => keyOf(id, where));
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
