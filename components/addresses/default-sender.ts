import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { usePlace } from "@/components/environment";
import { type CallInput, call, keyOf } from "@/lib/api-client";
import type { Loose } from "@/lib/loose";
import type { ShipType } from "@/lib/order-form-values";

/** Makes a sender the one with which orders of a kind begin (`/defaults`). Throws what the operations refuse. */
export function useMakeDefault(): (shipType: ShipType, sender: Loose) => Promise<void> {
  const { where } = usePlace();
  const client = useQueryClient();
  return useCallback(
    async (shipType, sender) => {
      const { paper, ...all } = await call("readDefaults", {}, where);
      // With the revision that was read, it takes back nothing that somebody else saves now.
      const body = { ...all, ...(paper && { paper }), [shipType]: { ...all[shipType], sender } };
      await call("saveDefaults", body as CallInput<"saveDefaults">, where);
      await client.invalidateQueries({ queryKey: keyOf("readDefaults", where) });
    },
    [where, client],
  );
}
