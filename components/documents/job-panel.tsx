"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, Eye } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { fetchFile, saveFile } from "@/components/documents/pdf-file";
import { Preview } from "@/components/documents/preview";
import { PrintButton } from "@/components/documents/print-button";
import { usePrintFile } from "@/components/documents/use-print-file";
import { usePrintLabels } from "@/components/documents/use-print-labels";
import { useWorkspace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { ProgressBar } from "@/components/ui/progress-bar";
import { useOperation, useTask } from "@/components/use-operation";
import { queryFor } from "@/lib/api-client";
import type { PrintJob } from "@/lib/contracts/print";
import { formatDateTime, formatNumber } from "@/lib/format";
import { LeftOut } from "./left-out";
import { Panel } from "./panel";

const POLL_MS = 1000;

/** The progress of one print job, and its labels once they are made; without `onDismiss` it is part of a list. */
export function JobPanel({ id, onDismiss }: { id: string; onDismiss?: () => void }) {
  const isListed = onDismiss === undefined;
  const t = useTranslations("labelBatch.job");
  const { where } = useWorkspace();
  const { attempt: cancel, isBusy } = useOperation("cancelPrintJob");
  const job = useQuery({
    ...queryFor("readPrintJob", { id }, where),
    refetchInterval: ({ state }) => (!state.data || isOpen(state.data) ? POLL_MS : false),
    refetchOnWindowFocus: false,
    retry: false,
  });

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
          <Button size="sm" loading={isBusy} onClick={() => void cancel({ id })}>
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

/** When and by whom it was requested, to distinguish it from others, and whether its labels are already printed. */
function Asked({ job: { paper, created_at, created_by, printed_at } }: { job: PrintJob }) {
  const t = useTranslations("labelBatch.job");
  const tPapers = useTranslations("documents.papers");
  const language = useLocale();
  const { by } = usePrintLabels();
  const time = formatDateTime(created_at, language);
  return (
    <>
      <p className="text-xs text-muted">
        {tPapers(paper)} ·{" "}
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
  const t = useTranslations("labelBatch.job");
  const { where } = useWorkspace();
  const tPreview = useTranslations("documents.preview");
  const record = useOperation("recordPrintJob");
  const { run, isBusy } = useTask();
  const { printing, printFile } = usePrintFile();
  const [dialog, setDialog] = useState<ReactNode>(null);
  const load = () => fetchFile("readPrintJobFile", { id: job.id }, where);

  async function reportPrinted() {
    await record.attempt({ id: job.id });
  }

  function show() {
    setDialog(
      <Preview
        title={t("previewTitle", { count: job.ready_count })}
        load={load}
        onPrinted={reportPrinted}
        onClose={() => setDialog(null)}
      />,
    );
  }

  async function save() {
    saveFile(await load());
    await reportPrinted();
  }

  async function printAll() {
    if (await printFile(await load())) await reportPrinted();
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
      <Button size="sm" disabled={isBusy} onClick={show}>
        <Eye aria-hidden="true" />
        {t("preview")}
      </Button>
      <Button size="sm" disabled={isBusy} onClick={() => run(save)}>
        <Download aria-hidden="true" />
        {tPreview("save")}
      </Button>
      <PrintButton size="sm" printing={printing} isBusy={isBusy} onClick={() => run(printAll)}>
        {tPreview("print")}
      </PrintButton>
      {dialog}
    </div>
  );
}
