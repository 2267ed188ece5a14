import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { Words } from "@/components/words";
import { queryFor } from "@/lib/api-client";
import { MAX_AT_ONCE, PRINT_JOB_HOURS } from "@/lib/order-choices";
import { pageHref } from "@/lib/page-href";
import { listPrintJobs } from "@/server/documents";
import { ordersContext } from "../../orders-context";
import { JobPanel } from "../print/batch-panel";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("documents.job"))("title") };
}

/** The labels that are made in the background, as long as they are kept, for people who left the order list. */
export default async function PrintJobsPage({ params }: { params: Promise<{ environment: string }> }) {
  const { ctx, account, isStaff } = await ordersContext(params);
  const accountId = isStaff ? account.id : null;
  const where = { environment: ctx.environment, accountId };
  const t = await getTranslations("documents.job");
  const { job_list: jobs } = await listPrintJobs(ctx);
  return (
    <Words parts={["documents"]}>
      <PageHeader
        title={t("title")}
        description={t("about", { most: MAX_AT_ONCE, hours: PRINT_JOB_HOURS })}
        back={<TextLink href={pageHref("/orders", ctx.environment, accountId)}>{t("back")}</TextLink>}
      />
      {jobs.length === 0 ? <p className="text-muted">{t("none", { hours: PRINT_JOB_HOURS })}</p> : null}
      <Prefetched answers={jobs.map((job) => [queryFor("readPrintJob", { id: job.id }, where).queryKey, job])}>
        {jobs.map(({ id }) => (
          <JobPanel key={id} id={id} />
        ))}
      </Prefetched>
    </Words>
  );
}
