"use client";

import { CircleCheck, Download } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { saveFile } from "@/components/documents/pdf-file";
import { usePrintLabels } from "@/components/documents/use-print-labels";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { useOperation, useTask } from "@/components/use-operation";
import { useWhere } from "@/components/where";
import type { Export } from "@/lib/contracts/order-export";
import { formatDateTime, formatNumber } from "@/lib/format";
import { fetchExport, isWriting } from "./exports";

/** One export among the jobs: how far it is, and its file. */
export function ExportPanel({ exported }: { exported: Export }) {
  const t = useTranslations("jobs");
  const language = useLocale();
  const title = useId();
  const where = useWhere();
  const { by } = usePrintLabels();
  const stop = useOperation("stopExport");
  const save = useTask({ reading: true });
  const { export_id: id, state, format, total, done, created_by, create_time, expires_at } = exported;
  const time = formatDateTime(create_time, language);
  const who = created_by && by({ printed_by: created_by });
  return (
    <section aria-labelledby={title} className="mb-4 rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h2 id={title} className="font-semibold">
            {t("export", { n: total, count: formatNumber(total) })} · {t(`exportFormat.${format}`)}
          </h2>
          <p className="text-xs text-muted">{who ? t("begunBy", { time, who }) : t("begun", { time })}</p>
          {state === "DONE" ? (
            <p className="text-xs text-muted">{t("keptUntil", { time: formatDateTime(expires_at, language) })}</p>
          ) : null}
        </div>
        {isWriting(exported) ? <ProgressBar label={t("progress")} value={done} max={total} /> : null}
        <p role="status" className="flex items-center gap-1.5 text-sm">
          {state === "DONE" ? <CircleCheck aria-hidden="true" className="size-4 text-ok" /> : null}
          {t(`exportState.${state}`)}
        </p>
        {isWriting(exported) ? (
          <Button size="sm" loading={stop.isBusy} aria-describedby={title} onClick={() => void stop.attempt({ id })}>
            {t("stop")}
          </Button>
        ) : null}
        {state === "DONE" ? (
          <Button
            size="sm"
            loading={save.isBusy}
            aria-describedby={title}
            onClick={() => save.run(async () => saveFile(await fetchExport(exported, where)))}
          >
            <Download aria-hidden="true" />
            {t("saveFile")}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
