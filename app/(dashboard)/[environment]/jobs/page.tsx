import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SHOWN_IMPORTS } from "@/components/import/shown-imports";
import { SHOWN_EXPORTS } from "@/components/jobs/shown-exports";
import { PageMessages } from "@/components/page-messages";
import { Prefetched } from "@/components/prefetched";
import { PageHeader } from "@/components/ui/page-header";
import { listBulks } from "@/lib/contracts/bulk";
import { listImports } from "@/lib/contracts/import";
import { listExports } from "@/lib/contracts/order-export";
import { listPrintJobs, readPrintJob } from "@/lib/contracts/print";
import { JOB_FILE_HOURS } from "@/lib/orders/choices";
import * as documents from "@/server/documents";
import * as bulk from "@/server/http/bulk/bulk";
import * as imports from "@/server/imports";
import * as orders from "@/server/orders";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";
import { KEPT_DAYS } from "@/server/retention";
import { JobsView } from "./jobs-view";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("jobs"))("title") };
}

/** What goes on in the background and what became of it, for everybody of the account and on every device. */
export default async function JobsPage({ params }: PageProps<"/[environment]/jobs">) {
  const { ctx, where } = await openPage({ part: "dashboard", params });
  const t = await getTranslations("jobs");
  const { job_list: jobs } = await documents.listPrintJobs(ctx);
  const answers = [
    prefetch(listPrintJobs, async () => ({ job_list: jobs }), {}, ctx, where),
    prefetch(listImports, imports.listImports, SHOWN_IMPORTS, ctx, where),
    prefetch(listExports, orders.listExports, SHOWN_EXPORTS, ctx, where),
    prefetch(listBulks, bulk.listBulks, { limit: "100" }, ctx, where),
    ...jobs.map((job) => prefetch(readPrintJob, async () => job, { id: job.id }, ctx, where)),
  ];
  return (
    <PageMessages parts={["jobs", "imports", "documents", "labelBatch", "orderBulk"]}>
      <PageHeader title={t("title")} description={t("about", { hours: JOB_FILE_HOURS, days: KEPT_DAYS.jobs })} />
      <Prefetched answers={await Promise.all(answers)}>
        <JobsView />
      </Prefetched>
    </PageMessages>
  );
}
