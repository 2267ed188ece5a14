"use client";

import { useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useTranslations } from "next-intl";
import { JobPanel } from "@/components/documents/job-panel";
import { useWorkspace } from "@/components/environment";
import { ImportPanel } from "@/components/import/import-panel";
import { KINDS } from "@/components/import/kinds";
import { useImports } from "@/components/import/use-import";
import { BulkPanel } from "@/components/jobs/bulk-panel";
import { ExportPanel } from "@/components/jobs/export-panel";
import { useExports } from "@/components/jobs/exports";
import { useBulks } from "@/components/jobs/use-bulks";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { queryFor } from "@/lib/api-client";
import { formatNumber } from "@/lib/format";
import { MAX_AT_ONCE, MAX_EXPORT_AT_ONCE } from "@/lib/orders/choices";

/** Everything that goes on or has ended lately, the latest first. */
export function JobsView() {
  const t = useTranslations("jobs");
  const { where, href } = useWorkspace();
  const bulks = useBulks();
  const prints = useQuery(queryFor("listPrintJobs", {}, where));
  const imports = useImports();
  const exports = useExports();
  const reads = [bulks, prints, imports, exports];
  const error = reads.find((read) => read.error)?.error;
  if (error && reads.some(({ data }) => !data))
    return <ErrorState error={error} onRetry={() => void Promise.all(reads.map((read) => read.refetch()))} />;

  const jobs = [
    ...(bulks.data?.data ?? []).map((bulk) => ({
      key: bulk.bulk_id,
      at: bulk.create_time,
      shown: <BulkPanel bulk={bulk} orderHref={(id) => href(`/orders/${id}`)} />,
    })),
    ...(imports.data?.data ?? []).map((imported) => ({
      key: imported.import_id,
      at: imported.create_time,
      shown: <ImportPanel imported={imported} href={href(`${KINDS[imported.kind].path}/${imported.import_id}`)} />,
    })),
    ...(exports.data?.data ?? []).map((exported) => ({
      key: exported.export_id,
      at: exported.create_time,
      shown: <ExportPanel exported={exported} />,
    })),
    ...(prints.data?.job_list ?? []).map(({ id, created_at }) => ({
      key: id,
      at: created_at,
      shown: <JobPanel id={id} />,
    })),
  ].sort((a, b) => b.at.localeCompare(a.at));

  if (jobs.length === 0)
    return (
      <div className="rounded-lg border border-line bg-surface">
        <EmptyState
          icon={ListChecks}
          title={t("none")}
          description={t("noneAbout", { most: MAX_AT_ONCE, mostExported: formatNumber(MAX_EXPORT_AT_ONCE) })}
        />
      </div>
    );
  return (
    <ul aria-label={t("title")}>
      {jobs.map(({ key, shown }) => (
        <li key={key}>{shown}</li>
      ))}
    </ul>
  );
}
