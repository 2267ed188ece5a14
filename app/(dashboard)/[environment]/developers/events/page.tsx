import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { PageHeader } from "@/components/ui/page-header";
import { listSentEvents } from "@/lib/contracts/request";
import { readListQuery } from "@/lib/lists/list-query";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import * as webhooks from "@/server/webhooks";
import { EventList } from "./event-list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("developers.events"))("title") };
}

type Props = PageProps<"/[environment]/developers/events">;

/** The events of the account with their deliveries to all endpoints. */
export default async function EventsPage({ params, searchParams }: Props) {
  const { ctx, where } = await openPage({ part: "developers", params });
  const view = readListQuery(listSentEvents, await searchParams);
  const t = await getTranslations("developers.events");
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} />
      <Prefetched answers={[await prefetch(listSentEvents, webhooks.listSentEvents, view.query, ctx, where)]}>
        <EventList key={ctx.environment} view={view} />
      </Prefetched>
    </>
  );
}
