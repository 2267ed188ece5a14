import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { JobPanel } from "@/components/documents/job-panel";
import { PageMessages } from "@/components/page-messages";
import { Prefetched } from "@/components/prefetched";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { readPrintJob } from "@/lib/contracts/print";
import { MAX_AT_ONCE, PRINT_JOB_HOURS } from "@/lib/orders/choices";
import { pageHref } from "@/lib/pages/page-href";
import { listPrintJobs } from "@/server/documents";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("labelBatch.job"))("title") };
}

/** The labels that are made in the background, as long as they are kept, for people who left the order list. */
export default async function PrintJobsPage({ params }: PageProps<"/[environment]/orders/print-jobs">) {
  const { ctx, where } = await openPage({ part: "dashboard", params });
  const t = await getTranslations("labelBatch.job");
  const { job_list: jobs } = await listPrintJobs(ctx);
  const answers = jobs.map((job) => prefetch(readPrintJob, async () => job, { id: job.id }, ctx, where));
  return (
    <PageMessages parts={["documents", "labelBatch"]}>
      <PageHeader
        title={t("title")}
        description={t("about", { most: MAX_AT_ONCE, hours: PRINT_JOB_HOURS })}
        back={<TextLink href={pageHref("/orders", ctx.environment, where.accountId)}>{t("back")}</TextLink>}
      />
      {jobs.length === 0 ? <p className="text-muted">{t("none", { hours: PRINT_JOB_HOURS })}</p> : null}
      <Prefetched answers={await Promise.all(answers)}>
        {jobs.map(({ id }) => (
          <JobPanel key={id} id={id} />
        ))}
      </Prefetched>
    </PageMessages>
  );
}
