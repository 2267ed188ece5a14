import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { usePlace } from "@/components/environment";
import { keyOf } from "@/lib/api-client";

/** Reads everything again that a change of the address book may have changed. */
export function useAddressesChanged(): () => Promise<void> {
  const client = useQueryClient();
  const { where } = usePlace();
  return useCallback(async () => {
    const asked = ["listAddresses", "listAddressLabels", "listDuplicateAddresses"] as const;
    await Promise.all(asked.map((id) => client.invalidateQueries({ queryKey: keyOf(id, where) })));
  }, [client, where]);
}
