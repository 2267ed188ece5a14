"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useSupport } from "@/components/support/place";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import { keyOf } from "@/lib/api-client";

/** Runs a change of staff: says that it is done and reads the page again, or says why it failed and throws. */
export function useStaffChange(): (change: () => Promise<unknown>, done: string) => Promise<void> {
  const client = useQueryClient();
  const { where } = useSupport();
  const showFailure = useFailureToast();
  return async (change, done) => {
    try {
      await change();
      toast.success(done);
    } catch (error) {
      showFailure(error);
      throw error;
    } finally {
      await Promise.all(
        (["listStaff", "readDemonstration"] as const).map((id) =>
          client.invalidateQueries({ queryKey: keyOf(id, where) }),
        ),
      );
    }
  };
}
