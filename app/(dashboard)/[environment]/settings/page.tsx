import { redirect } from "next/navigation";
import { pageHref } from "@/lib/pages/page-href";
import { openPage } from "@/server/pages/context";

/** Settings open with their first tab. */
export default async function SettingsPage({ params }: PageProps<"/[environment]/settings">) {
  const { where } = await openPage({ part: "people", params });
  redirect(pageHref("/settings/people", where.environment, where.accountId ?? null));
}
