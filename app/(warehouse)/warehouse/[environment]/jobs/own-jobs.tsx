"use client";

import { ListChecks } from "lucide-react";
import { useTranslations } from "next-intl";
import { BulkPanel } from "@/components/jobs/bulk-panel";
import { useBulks } from "@/components/jobs/use-bulks";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { useWarehouse } from "@/components/warehouse/workspace";

/** The person's own bulk actions, the latest first. */
export function OwnJobs() {
  const t = useTranslations("jobs");
  const { href } = useWarehouse();
  const { data, error, refetch } = useBulks();
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null;
  if (data.data.length === 0)
    return (
      <div className="rounded-lg border border-line bg-surface">
        <EmptyState icon={ListChecks} title={t("none")} description={t("ownNone")} />
      </div>
    );
  return (
    <ul aria-label={t("title")}>
      {data.data.map((bulk) => (
        <li key={bulk.bulk_id}>
          <BulkPanel bulk={bulk} orderHref={(id) => href(`/bench/${id}`)} />
        </li>
      ))}
    </ul>
  );
}
