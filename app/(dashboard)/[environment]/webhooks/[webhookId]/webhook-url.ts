"use client";

import { useSearchParams } from "next/navigation";
import { useWorkspace } from "@/components/environment";
import { readWebhookUrl, type WebhookUrlChange, writeWebhookUrl } from "./webhook-search";

/**
 * The state of an endpoint's page, from its URL. Changes need only the API and no server page, so they use the history
 * and not the router.
 */
export function useWebhookUrl(webhookId: string) {
  const { href } = useWorkspace();
  const url = readWebhookUrl(Object.fromEntries(useSearchParams()));
  const hrefOf = (change: WebhookUrlChange) => writeWebhookUrl(href(`/webhooks/${webhookId}`), { ...url, ...change });
  return {
    url,
    hrefOf,
    change(change: WebhookUrlChange, history: "push" | "replace" = "push") {
      window.history[`${history}State`](null, "", hrefOf(change));
    },
  };
}
export type WebhookPageUrl = ReturnType<typeof useWebhookUrl>;
