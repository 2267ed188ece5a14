import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { PageHeader } from "@/components/ui/page-header";
import { listSentEvents } from "@/lib/contracts/request";
import { type RawQuery, readListQuery } from "@/lib/list-query";
import { prefetch } from "@/server/page-prefetch";
import * as webhooks from "@/server/webhooks";
import { developersContext } from "../page-parts";
import { EventList } from "./event-list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("developers.events"))("title") };
}

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<RawQuery> };

/** The events of the account with their deliveries to all endpoints. */
export default async function EventsPage({ params, searchParams }: Props) {
  const { ctx, where } = await developersContext(params);
  const { query, wrong } = readListQuery(listSentEvents, await searchParams);
  const t = await getTranslations("developers.events");
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} />
      <Prefetched answers={[await prefetch(listSentEvents, webhooks.listSentEvents, query, ctx, where)]}>
        <EventList key={ctx.environment} query={query} isWrong={wrong.length > 0} />
      </Prefetched>
    </>
  );
}
