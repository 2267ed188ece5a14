"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { keyOf, type Where } from "@/lib/api-client";
import type { OperationId } from "@/lib/operations";
import { useFailureToast } from "./ui/failure-toast";
import { toast } from "./ui/toast";

/**
 * Runs a change: says that it is done and asks the operations of `lists` again, or says why it failed and throws.
 */
export function useChange(
  where: Where,
  lists: readonly OperationId[],
): (write: () => Promise<unknown>, done: string) => Promise<void> {
  const client = useQueryClient();
  const showFailure = useFailureToast();
  return useCallback(
    async (write, done) => {
      try {
        await write();
        toast.success(done);
      } catch (error) {
        showFailure(error);
        throw error;
      } finally {
        await Promise.all(lists.map((id) => client.invalidateQueries({ queryKey: keyOf(id, where) })));
      }
    },
    [client, where, lists, showFailure],
  );
}
