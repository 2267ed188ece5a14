"use client";

import { useSearchParams } from "next/navigation";
import { usePlace } from "@/components/environment";
import { readWebhookUrl, type WebhookUrlChange, writeWebhookUrl } from "./webhook-search";

/**
 * What the page of an endpoint shows, as its URL says it. Changes ask the API alone and nothing of the server's pages, so
 * they go by the history and not by the router.
 */
export function useWebhookUrl(webhookId: string) {
  const { href } = usePlace();
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
