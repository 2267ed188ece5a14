"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Eye, X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { CANCEL_PRINT_JOB, READ_PRINT_JOB, RECORD_PRINT_JOB } from "@/components/documents/operations";
import { fetchPdf, savePdf } from "@/components/documents/pdf-file";
import { usePrintWords } from "@/components/documents/use-print-words";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DateTime } from "@/components/ui/date-time";
import { useFailureToast } from "@/components/ui/failure-toast";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { PrintJob, SkippedOrder } from "@/lib/contracts/print";
import { readPrintJobFile } from "@/lib/contracts/print";
import { formatDateTime, formatNumber } from "@/lib/format";
import { lazily } from "@/lib/lazily";
import { callLazily, lazyKeyOf, lazyQueryFor } from "@/lib/lazy-contract";
import { LeftOut } from "./left-out";

/** Labels of many orders: printed at once, or on their way. */
export type Batch = { kind: "printed"; count: number; skipped: readonly SkippedOrder[] } | { kind: "job"; id: string };

const POLL_MS = 1000;

/** What became of a batch, above the list. */
export default function BatchPanel({ batch, onDismiss }: { batch: Batch; onDismiss: () => void }) {
  if (batch.kind === "job") return <JobPanel key={batch.id} id={batch.id} onDismiss={onDismiss} />;
  return <Printed count={batch.count} skipped={batch.skipped} onDismiss={onDismiss} />;
}

function Panel({
  isListed = false,
  onDismiss,
  children,
}: {
  /** Among others, which one name for all would not tell apart. */
  isListed?: boolean;
  onDismiss?: (() => void) | undefined;
  children: ReactNode;
}) {
  const t = useTranslations("documents.job");
  return (
    <section
      aria-label={isListed ? undefined : t("label")}
      className={cn("relative mb-4 rounded-lg border border-line bg-surface px-4 py-3", onDismiss && "pr-12")}
    >
      {children}
      {onDismiss ? (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t("dismiss")}
          className="absolute top-2 right-2"
          onClick={onDismiss}
        >
          <X aria-hidden="true" />
        </Button>
      ) : null}
    </section>
  );
}

function Printed({
  count,
  skipped,
  onDismiss,
}: {
  count: number;
  skipped: readonly SkippedOrder[];
  onDismiss: () => void;
}) {
  const t = useTranslations("documents.job");
  return (
    <Panel onDismiss={onDismiss}>
      <p role="status" className="font-semibold">
        {t("printed", { count })}
      </p>
      {skipped.length > 0 ? (
        <div className="mt-2">
          <LeftOut skipped={skipped} />
        </div>
      ) : null}
    </Panel>
  );
}

/** How far one print job is, and its labels once they are made; without `onDismiss` it is one of a list. */
export function JobPanel({ id, onDismiss }: { id: string; onDismiss?: () => void }) {
  const isListed = onDismiss === undefined;
  const t = useTranslations("documents.job");
  const { where } = usePlace();
  const showFailure = useFailureToast();
  const job = useQuery({
    ...lazyQueryFor(READ_PRINT_JOB, { id }, where),
    refetchInterval: ({ state }) => (!state.data || isOpen(state.data) ? POLL_MS : false),
    refetchOnWindowFocus: false,
    retry: false,
  });

  async function cancel() {
    try {
      await callLazily(CANCEL_PRINT_JOB, { id }, where);
    } catch (error) {
      showFailure(error);
    }
    await job.refetch();
  }

  if (!job.data)
    return (
      <Panel isListed={isListed} onDismiss={onDismiss}>
        <p role="status">{t(job.isError ? "unread" : "reading")}</p>
      </Panel>
    );
  const { status, done, total, skipped_list: skipped } = job.data;
  if (isOpen(job.data))
    return (
      <Panel isListed={isListed}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p role="status" className="font-semibold">
            {t(status === "QUEUED" ? "queued" : "running", { count: total })}
          </p>
          <ProgressBar label={t("progress")} value={done} max={total} />
          <span className="text-xs text-muted tabular-nums">
            {t("done", { done: formatNumber(done), total: formatNumber(total) })}
          </span>
          <Button size="sm" onClick={() => void cancel()}>
            {t("cancel")}
          </Button>
        </div>
      </Panel>
    );
  return (
    <Panel isListed={isListed} onDismiss={onDismiss}>
      {status === "DONE" ? (
        <Ready job={job.data} />
      ) : (
        <p role="status" className={status === "FAILED" ? "font-semibold text-bad" : "font-semibold"}>
          {t(status === "FAILED" ? "failed" : "cancelled")}
        </p>
      )}
      {status === "DONE" && skipped.length > 0 ? (
        <div className="mt-2">
          <LeftOut skipped={skipped} />
        </div>
      ) : null}
    </Panel>
  );
}

/** When and by whom it was asked for, so that it is known among others, and whether its labels are printed already. */
function Asked({ job: { paper, created_at, created_by, printed_at } }: { job: PrintJob }) {
  const t = useTranslations("documents.job");
  const papers = useTranslations("documents.papers");
  const language = useLocale();
  const { by } = usePrintWords();
  const time = formatDateTime(created_at, language);
  return (
    <>
      <p className="text-xs text-muted">
        {papers(paper)} ·{" "}
        {created_by ? t("askedBy", { time, who: by({ printed_by: created_by }) }) : t("asked", { time })}
      </p>
      {printed_at ? (
        <p className="text-xs text-warn">{t("printedLast", { time: formatDateTime(printed_at, language) })}</p>
      ) : null}
    </>
  );
}

function isOpen({ status }: PrintJob): boolean {
  return status === "QUEUED" || status === "RUNNING";
}

function Ready({ job }: { job: PrintJob }) {
  const t = useTranslations("documents.job");
  const { where } = usePlace();
  const showFailure = useFailureToast();
  const [isBusy, setIsBusy] = useState(false);
  const [preview, setPreview] = useState<ReactNode>(null);
  const client = useQueryClient();
  const load = () => fetchPdf(readPrintJobFile, { id: job.id }, where);

  async function printed() {
    try {
      await callLazily(RECORD_PRINT_JOB, { id: job.id }, where);
    } catch (error) {
      showFailure(error);
    }
    await client.invalidateQueries({ queryKey: lazyKeyOf(READ_PRINT_JOB, where) });
  }

  async function attempt(work: () => Promise<void>) {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      showFailure(error);
    } finally {
      setIsBusy(false);
    }
  }

  async function show() {
    const { default: PreviewDialog } = await lazily(() => import("@/components/documents/preview-dialog"));
    setPreview(
      <PreviewDialog
        title={t("previewTitle", { count: job.ready_count })}
        load={load}
        onPrinted={printed}
        onClose={() => setPreview(null)}
      />,
    );
  }

  async function save() {
    savePdf(await load());
    await printed();
  }

  if (!job.pages) return <p role="status">{t("nothing")}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-56">
        <p role="status" className="font-semibold">
          {t("ready", { count: job.ready_count })}
        </p>
        <p className="text-xs text-muted">
          {t("until")} <DateTime value={job.expires_at} />
        </p>
        <Asked job={job} />
      </div>
      <Button size="sm" disabled={isBusy} onClick={() => void attempt(show)}>
        <Eye aria-hidden="true" />
        {t("preview")}
      </Button>
      <Button size="sm" variant="primary" loading={isBusy} onClick={() => void attempt(save)}>
        <Download aria-hidden="true" />
        {t("save")}
      </Button>
      {preview}
    </div>
  );
}
