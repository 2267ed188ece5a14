import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { listPickupFeeds, listServices } from "@/lib/contracts/services";
import { readListQuery } from "@/lib/lists/list-query";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import * as services from "@/server/services";
import { ServicesView } from "./services-view";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("support.services"))("title") };
}

/** The services of all merchants with their state, and the lists of pickup points that were given. */
export default async function ServicesPage({ searchParams }: PageProps<"/support/services">) {
  const { ctx } = await openPage({ part: "support", shows: "listServices" });
  const where = { environment: ctx.environment, accountId: null };
  const view = readListQuery(listPickupFeeds, await searchParams);
  const answers = [
    await prefetch(listServices, services.listServices, {}, ctx, where),
    await prefetch(listPickupFeeds, services.listPickupFeeds, view.query, ctx, where),
  ];
  return (
    <Prefetched answers={answers}>
      <ServicesView key={ctx.environment} view={view} />
    </Prefetched>
  );
}
