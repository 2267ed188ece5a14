"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { fetchFile } from "@/components/documents/pdf-file";
import { useWorkspace } from "@/components/environment";
import { saveFile } from "@/components/save-file";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { useTask } from "@/components/use-operation";
import type { Import } from "@/lib/contracts/import";
import { CSV } from "@/lib/tables/file-types";
import { ImportBadge, useImportWords } from "./import-facts";
import { ImportSteps, type Step } from "./import-steps";
import { KINDS } from "./kinds";

/** The heading of an import: its name, the steps, and what can be done. */
export function ImportHead({
  imported,
  step,
  ways = {},
  actions,
}: {
  imported: Import;
  step: Step;
  ways?: Partial<Record<Step, () => void>>;
  actions?: ReactNode;
}) {
  const t = useTranslations("imports");
  const { href } = useWorkspace();
  const words = useImportWords();
  const isOver = imported.status === "DONE";
  return (
    <>
      <PageHeader
        title={<span className="break-words">{words.name(imported)}</span>}
        back={<TextLink href={href(KINDS[imported.kind].path)}>← {t(`of.${imported.kind}.title`)}</TextLink>}
        actions={actions}
      />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <ImportSteps step={step} isOver={isOver} ways={ways} />
        <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
          <ImportBadge status={imported.status} />
          {words.figures(imported)} · {words.begun(imported)}
        </p>
      </div>
    </>
  );
}

/** Saves the rows that are wrong or were refused, with the reasons. */
export function useSaveWrong(): { save: (id: string) => void; isBusy: boolean } {
  const { where } = useWorkspace();
  const { run, isBusy } = useTask({ reading: true });
  return {
    isBusy,
    save: (import_id) => run(async () => saveFile(await fetchFile("readFailedRows", { import_id }, where, CSV))),
  };
}
