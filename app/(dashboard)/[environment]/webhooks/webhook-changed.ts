"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { usePlace } from "@/components/environment";
import { keyOf, queryFor } from "@/lib/api-client";
import type { Webhook } from "@/lib/contracts/webhook";
import type { Delivery } from "@/lib/contracts/webhook-delivery";
import type { OperationId } from "@/lib/operations";

/**
 * Reads everything again that an action may have changed; the endpoint itself is taken from the answer if it is there.
 */
export function useWebhookChanged(): (endpoint?: Webhook) => Promise<void> {
  const client = useQueryClient();
  const { where } = usePlace();
  return useCallback(
    async (endpoint) => {
      if (endpoint) client.setQueryData(queryFor("readWebhook", { id: endpoint.id }, where).queryKey, endpoint);
      const asked: OperationId[] = ["listWebhooks", "listDeliveries", "readDelivery", "readWebhook"];
      await Promise.all(asked.map((id) => client.invalidateQueries({ queryKey: keyOf(id, where) })));
    },
    [client, where],
  );
}

/** Reads the endpoint again when a watched delivery has been answered, because its health has changed. */
export function useRefreshWhenSettled(status: Delivery["status"] | undefined): void {
  const changed = useWebhookChanged();
  const before = useRef(status);
  useEffect(() => {
    const wasUnderWay = before.current === "pending" || before.current === "in_flight";
    before.current = status;
    if (wasUnderWay && (status === "succeeded" || status === "failed")) void changed();
  }, [status, changed]);
}
