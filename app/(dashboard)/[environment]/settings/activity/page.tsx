import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { listActivity } from "@/lib/contracts/audit";
import { readListQuery } from "@/lib/lists/list-query";
import * as accounts from "@/server/accounts";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { ActivityView } from "./activity-view";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("tabs.activity") };
}

/** What happened in the account, and who did it. */
export default async function ActivityPage({ params, searchParams }: PageProps<"/[environment]/settings/activity">) {
  const { ctx, where } = await openPage({ part: "settings", params });
  const view = readListQuery(listActivity, await searchParams);
  return (
    <Prefetched answers={[await prefetch(listActivity, accounts.listActivity, view.query, ctx, where)]}>
      <ActivityView key={ctx.environment} view={view} />
    </Prefetched>
  );
}
