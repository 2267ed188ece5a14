import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { queryFor } from "@/lib/api-client";
import { listDeliveries, readWebhook } from "@/lib/contracts/webhook";
import { paginationOf } from "@/lib/pagination";
import type { AccountContext } from "@/server/context";
import { env } from "@/server/env";
import { found } from "@/server/page-found";
import * as webhooks from "@/server/webhooks";
import { webhooksContext } from "../page-parts";
import { deliveriesQuery, readWebhookUrl } from "./webhook-search";
import { WebhookView } from "./webhook-view";

type Props = {
  params: Promise<{ environment: string; webhookId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("pageTitle") };
}

/** An endpoint that is not this account's is not there: nobody learns that it exists elsewhere. */
async function endpointOf(ctx: AccountContext, id: string) {
  return found(webhooks.readWebhook(ctx, { id }));
}

/** One endpoint: how it does, its deliveries, its settings, how to verify what it gets. */
export default async function WebhookPage({ params, searchParams }: Props) {
  const { ctx, where } = await webhooksContext(params);
  const { webhookId: id } = await params;
  const endpoint = await endpointOf(ctx, id);
  const url = readWebhookUrl(await searchParams);
  const answers: [readonly unknown[], unknown][] = [[queryFor(readWebhook, { id }, where).queryKey, endpoint]];
  if (url.tab === "deliveries") {
    const query = { id, ...deliveriesQuery(url) };
    const { rows, total } = await webhooks.listDeliveries(ctx, query);
    answers.push([
      queryFor(listDeliveries, query, where).queryKey,
      { data: rows, pagination: paginationOf(total, query) },
    ]);
  }
  return (
    <Prefetched answers={answers}>
      <WebhookView key={id} webhookId={id} mostAttempts={env().webhookRetrySeconds.length + 1} />
    </Prefetched>
  );
}
