import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { listNoticeSettings } from "@/lib/contracts/notice";
import { ALL_ROWS } from "@/lib/lists/pagination";
import * as accounts from "@/server/accounts";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { NoticeSettingsView } from "./notice-settings";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("tabs.notifications") };
}

/** Who is notified of what, and how. */
export default async function NotificationSettingsPage({ params }: PageProps<"/[environment]/settings/notifications">) {
  const { ctx, where } = await openPage({ part: "settings", params });
  return (
    <Prefetched answers={[await prefetch(listNoticeSettings, accounts.listNoticeSettings, ALL_ROWS, ctx, where)]}>
      <NoticeSettingsView />
    </Prefetched>
  );
}
