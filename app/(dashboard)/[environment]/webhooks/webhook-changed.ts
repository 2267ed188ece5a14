"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { usePlace } from "@/components/environment";
import { LIST_WEBHOOKS } from "@/components/webhooks/endpoint-list-query";
import type { Webhook } from "@/lib/contracts/webhook";
import type { Delivery } from "@/lib/contracts/webhook-delivery";
import { lazyKeyOf, lazyQueryFor } from "@/lib/lazy-contract";
import { LIST_DELIVERIES, READ_DELIVERY, READ_WEBHOOK } from "./operations";

/** Asks again for all that an action may have changed; the endpoint itself is taken from the answer where it says it. */
export function useWebhookChanged(): (endpoint?: Webhook) => Promise<void> {
  const client = useQueryClient();
  const { where } = usePlace();
  return useCallback(
    async (endpoint) => {
      if (endpoint) client.setQueryData(lazyQueryFor(READ_WEBHOOK, { id: endpoint.id }, where).queryKey, endpoint);
      const asked = [LIST_WEBHOOKS, LIST_DELIVERIES, READ_DELIVERY, READ_WEBHOOK];
      await Promise.all(asked.map((lazily) => client.invalidateQueries({ queryKey: lazyKeyOf(lazily, where) })));
    },
    [client, where],
  );
}

/** Asks again for the endpoint when a delivery that is watched has been answered: its health is another then. */
export function useRefreshWhenSettled(status: Delivery["status"] | undefined): void {
  const changed = useWebhookChanged();
  const before = useRef(status);
  useEffect(() => {
    const wasUnderWay = before.current === "pending" || before.current === "in_flight";
    before.current = status;
    if (wasUnderWay && (status === "succeeded" || status === "failed")) void changed();
  }, [status, changed]);
}
