import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { endpointListQuery } from "@/components/webhooks/endpoint-list-query";
import { MAX_ENDPOINTS } from "@/lib/contracts/webhook";
import { paginationOf } from "@/lib/pagination";
import * as webhooks from "@/server/webhooks";
import { EndpointList } from "./endpoint-list";
import { webhooksContext } from "./page-parts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("title") };
}

/** The endpoints of the environment. */
export default async function WebhooksPage({ params }: { params: Promise<{ environment: string }> }) {
  const { ctx, where } = await webhooksContext(params);
  const page = { limit: "100", offset: "0" };
  const { rows, total } = await webhooks.listWebhooks(ctx, page);
  const key = endpointListQuery(where).queryKey;
  return (
    <Prefetched answers={[[key, { data: rows, pagination: paginationOf(total, page) }]]}>
      <EndpointList key={ctx.environment} most={MAX_ENDPOINTS} />
    </Prefetched>
  );
}
