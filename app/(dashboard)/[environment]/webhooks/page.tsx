import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { listWebhooks, MAX_ENDPOINTS } from "@/lib/contracts/webhook";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import * as webhooks from "@/server/webhooks";
import { EndpointList } from "./endpoint-list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("title") };
}

/** The endpoints of the environment. */
export default async function WebhooksPage({ params }: PageProps<"/[environment]/webhooks">) {
  const { ctx, where } = await openPage({ part: "dashboard", params });
  return (
    <Prefetched answers={[await prefetch(listWebhooks, webhooks.listWebhooks, ALL_ROWS, ctx, where)]}>
      <EndpointList key={ctx.environment} most={MAX_ENDPOINTS} />
    </Prefetched>
  );
}
