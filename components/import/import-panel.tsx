"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { TextLink } from "@/components/ui/link-button";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { Import } from "@/lib/contracts/import";
import { formatNumber } from "@/lib/format";
import { ImportBadge, useImportWords } from "./import-facts";

/** One import among the jobs: how far it is, and the way to it. */
export function ImportPanel({ imported, href }: { imported: Import; href: string }) {
  const t = useTranslations("imports");
  const title = useId();
  const words = useImportWords();
  const { status, done, failed, ready } = imported;
  return (
    <section aria-labelledby={title} className="mb-4 rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h2 id={title} className="font-semibold break-words">
            {t("job")} <TextLink href={href}>{words.name(imported)}</TextLink>
          </h2>
          <p className="text-xs text-muted">{words.begun(imported)}</p>
          <p className="text-sm tabular-nums">{words.figures(imported)}</p>
        </div>
        {status === "RUNNING" ? (
          <ProgressBar
            label={t("run.progress", { done: formatNumber(done + failed), of: formatNumber(ready) })}
            value={done + failed}
            max={ready}
          />
        ) : null}
        <ImportBadge status={status} />
      </div>
    </section>
  );
}
