"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { usePlace } from "@/components/environment";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import { keyOf } from "@/lib/api-client";

/**
 * Runs a change of people or invitations: says that it is done and reads both lists again, or says why it failed and
 * throws.
 */
export function usePeopleChange(): (change: () => Promise<unknown>, done: string) => Promise<void> {
  const client = useQueryClient();
  const { where } = usePlace();
  const showFailure = useFailureToast();
  return useCallback(
    async (change, done) => {
      try {
        await change();
        toast.success(done);
      } catch (error) {
        showFailure(error);
        throw error;
      } finally {
        await Promise.all(
          (["listPeople", "listInvitations"] as const).map((id) =>
            client.invalidateQueries({ queryKey: keyOf(id, where) }),
          ),
        );
      }
    },
    [client, where, showFailure],
  );
}
