import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageHeader } from "@/components/ui/page-header";
import { openPage } from "@/server/pages/context";
import { SearchResults } from "./search-results";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("support.search"))("title") };
}

/** What the search finds over all merchants. The browser searches, so that each search is recorded once. */
export default async function SupportOrdersPage() {
  await openPage({ part: "support", shows: "searchEverything" });
  const t = await getTranslations("support.search");
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <SearchResults />
    </>
  );
}
