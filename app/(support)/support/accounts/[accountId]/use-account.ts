"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useSupport } from "@/components/support/place";
import { toast } from "@/components/ui/toast";
import { type CallInput, call, queryFor } from "@/lib/api-client";

/** Changes the account, says that it is done and shows the answer. @throws ApiFailure */
export function useAccountChange(id: string) {
  const client = useQueryClient();
  const { where } = useSupport();
  return async (change: Omit<CallInput<"updateAccount">, "account_id">, done: string): Promise<void> => {
    const saved = await call("updateAccount", { account_id: id, ...change }, where);
    client.setQueryData(queryFor("readAccount", { account_id: id }, where).queryKey, saved);
    toast.success(done);
  };
}
