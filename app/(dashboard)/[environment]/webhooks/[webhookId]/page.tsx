import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { type Answers, Prefetched } from "@/components/prefetched";
import { listDeliveries, readWebhook } from "@/lib/contracts/webhook";
import { env } from "@/server/env";
import { openPage } from "@/server/pages/context";
import { orNotFound } from "@/server/pages/found";
import { prefetch } from "@/server/pages/prefetch";
import * as webhooks from "@/server/webhooks";
import { deliveriesQuery, readWebhookUrl } from "./webhook-search";
import { WebhookView } from "./webhook-view";

type Props = PageProps<"/[environment]/webhooks/[webhookId]">;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("pageTitle") };
}

/** One endpoint: how well it works, its deliveries, its settings, how to verify what it receives. */
export default async function WebhookPage({ params, searchParams }: Props) {
  const { ctx, where } = await openPage({ part: "dashboard", params });
  const { webhookId: id } = await params;
  // Another account's endpoint is not found: callers must not learn that it exists.
  const answers: Answers = [await orNotFound(prefetch(readWebhook, webhooks.readWebhook, { id }, ctx, where))];
  const url = readWebhookUrl(await searchParams);
  if (url.tab === "deliveries") {
    const query = { id, ...deliveriesQuery(url) };
    answers.push(await prefetch(listDeliveries, webhooks.listDeliveries, query, ctx, where));
  }
  return (
    <Prefetched answers={answers}>
      <WebhookView
        key={id}
        webhookId={id}
        mostAttempts={env().webhookRetrySeconds.length + 1}
        allowedHosts={env().webhookAllowedPrivateHosts}
      />
    </Prefetched>
  );
}
