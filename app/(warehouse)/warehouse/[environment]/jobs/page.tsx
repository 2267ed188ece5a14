import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PageMessages } from "@/components/page-messages";
import { Prefetched } from "@/components/prefetched";
import { PageHeader } from "@/components/ui/page-header";
import { listBulks } from "@/lib/contracts/bulk";
import * as bulk from "@/server/http/bulk/bulk";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { KEPT_DAYS } from "@/server/retention";
import { OwnJobs } from "./own-jobs";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("jobs"))("title") };
}

/** What this person had done to many orders at once. */
export default async function JobsPage({ params }: PageProps<"/warehouse/[environment]/jobs">) {
  const { ctx } = await openPage({ part: "warehouse", params });
  if (ctx.account) redirect(`/warehouse/${ctx.environment}/jobs`);
  const t = await getTranslations("jobs");
  const where = { environment: ctx.environment, accountId: null };
  return (
    <PageMessages parts={["jobs", "documents", "orderBulk"]}>
      <PageHeader title={t("title")} description={t("ownAbout", { days: KEPT_DAYS.jobs })} />
      <Prefetched answers={[await prefetch(listBulks, bulk.listBulks, { limit: "100" }, ctx, where)]}>
        <OwnJobs />
      </Prefetched>
    </PageMessages>
  );
}
