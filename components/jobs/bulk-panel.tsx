"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleStop } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { failureOf } from "@/components/bulk";
import { usePrintLabels } from "@/components/documents/use-print-labels";
import { useBulkReason } from "@/components/orders/bulk/bulk-result";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { TextLink } from "@/components/ui/link-button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { useOperation } from "@/components/use-operation";
import { useWhere } from "@/components/where";
import { queryFor } from "@/lib/api-client";
import type { Bulk } from "@/lib/contracts/bulk";
import { formatDateTime, formatNumber } from "@/lib/format";

type Props = {
  bulk: Bulk;
  /** The address of an order's page. */
  orderHref: (id: string) => string;
};

/** One bulk action: how far it is, and why orders failed. */
export function BulkPanel({ bulk, orderHref }: Props) {
  const t = useTranslations("jobs");
  const title = useId();
  const stop = useOperation("stopBulk");
  const { bulk_id: id, operation, state, total, done, failed, requested } = bulk;
  const count = (n: number) => ({ n, count: formatNumber(n) });
  const left = total - done - failed;
  const counts = [
    t("done", count(done)),
    ...(requested > 0 ? [t("requested", count(requested))] : []),
    ...(failed > 0 ? [t("failed", count(failed))] : []),
    ...(state === "STOPPED" && left > 0 ? [t("left", count(left))] : []),
  ];
  return (
    <section aria-labelledby={title} className="mb-4 rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h2 id={title} className="font-semibold">
            {t(`operation.${operation}`, count(total))}
          </h2>
          <Begun bulk={bulk} />
          <p className="text-sm tabular-nums">{counts.join(" · ")}</p>
        </div>
        {state === "RUNNING" ? <ProgressBar label={t("progress")} value={done + failed} max={total} /> : null}
        <p role="status" className="flex items-center gap-1.5 text-sm">
          {state === "DONE" ? <CircleCheck aria-hidden="true" className="size-4 text-ok" /> : null}
          {state === "STOPPED" ? <CircleStop aria-hidden="true" className="size-4 text-warn" /> : null}
          {t(`state.${state}`)}
        </p>
        {state === "RUNNING" ? (
          <Button size="sm" loading={stop.isBusy} aria-describedby={title} onClick={() => void stop.attempt({ id })}>
            {t("stop")}
          </Button>
        ) : null}
      </div>
      {failed > 0 ? <Failures bulk={bulk} orderHref={orderHref} /> : null}
    </section>
  );
}

function Begun({ bulk: { create_time, created_by } }: { bulk: Bulk }) {
  const t = useTranslations("jobs");
  const language = useLocale();
  const { by } = usePrintLabels();
  const time = formatDateTime(create_time, language);
  const who = created_by && by({ printed_by: created_by });
  return <p className="text-xs text-muted">{who ? t("begunBy", { time, who }) : t("begun", { time })}</p>;
}

/** Why orders failed, once somebody asks. */
function Failures({ bulk, orderHref }: Props) {
  const t = useTranslations("jobs");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="mt-2" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-sm font-semibold text-warn">
        {t("why", { n: bulk.failed, count: formatNumber(bulk.failed) })}
      </summary>
      {isOpen ? <FailureList bulk={bulk} orderHref={orderHref} /> : null}
    </details>
  );
}

const SHOWN = 100;

function FailureList({ bulk: { bulk_id: id, failed }, orderHref }: Props) {
  const t = useTranslations("jobs");
  const where = useWhere();
  const reasonOf = useBulkReason();
  const results = useQuery(queryFor("listBulkResults", { id, failed: "Y", limit: String(SHOWN) }, where));
  if (results.error) return <ErrorState error={results.error} onRetry={() => void results.refetch()} />;
  if (!results.data)
    return (
      <LoadingRegion className="mt-2">
        <Skeleton className="w-64" />
      </LoadingRegion>
    );
  return (
    <>
      <ul className="mt-1 max-h-60 overflow-y-auto text-xs">
        {results.data.data.map((result) => (
          <li key={result.index} className="py-1">
            <TextLink href={orderHref(result.id)}>{result.id}</TextLink>
            <span className="block">{reasonOf(failureOf(result), undefined)}</span>
          </li>
        ))}
      </ul>
      {failed > SHOWN ? <p className="mt-1 text-xs text-muted">{t("first", { count: SHOWN })}</p> : null}
    </>
  );
}
