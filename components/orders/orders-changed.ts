"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePlace } from "@/components/environment";
import { keyOf } from "@/lib/api-client";
import type { OperationId } from "@/lib/operations";

const OF_ORDERS: readonly OperationId[] = [
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
const OF_PRINTS: readonly OperationId[] = ["listOrders", "countOrders", "readDispatch"];

function useChanged(operations: readonly OperationId[]): () => Promise<void> {
  const client = useQueryClient();
  const { where } = usePlace();
  return async () => {
    const keys = operations.map((id) => keyOf(id, where));
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}

/**
 * Reads everything again that an action may have changed: lists, their counts, the order itself, in the warehouse too.
 */
export const useOrdersChanged = () => useChanged(OF_ORDERS);

/** Reads the lists again that say which orders are printed. A row may leave its list, and its open dialog with it. */
export const usePrintsChanged = () => useChanged(OF_PRINTS);
