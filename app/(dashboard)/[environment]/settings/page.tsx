import { redirect } from "next/navigation";
import { pageHref } from "@/lib/page-href";
import { partContext } from "../part-context";

/** Settings open with their first tab. */
export default async function SettingsPage({ params }: PageProps<"/[environment]/settings">) {
  const { where } = await partContext(params, "people");
  redirect(pageHref("/settings/people", where.environment, where.accountId ?? null));
}
