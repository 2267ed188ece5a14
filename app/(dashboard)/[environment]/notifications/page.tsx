import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageMessages } from "@/components/page-messages";
import { Prefetched } from "@/components/prefetched";
import { listNotices } from "@/lib/contracts/notice";
import { readListQuery } from "@/lib/lists/list-query";
import * as accounts from "@/server/accounts";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { NoticeList } from "./notice-list";

type Props = PageProps<"/[environment]/notifications">;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings.notices"))("title") };
}

/** What the person was notified of, in both environments. */
export default async function NotificationsPage({ params, searchParams }: Props) {
  const { ctx, where } = await openPage({ part: "settings", params });
  const view = readListQuery(listNotices, await searchParams);
  return (
    <PageMessages parts={["settings"]}>
      <Prefetched answers={[await prefetch(listNotices, accounts.listNotices, view.query, ctx, where)]}>
        <NoticeList key={ctx.environment} view={view} />
      </Prefetched>
    </PageMessages>
  );
}
