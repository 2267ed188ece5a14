"use client";

import { CircleCheck, FileDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { saveCsv } from "@/components/save-file";
import { useSupport } from "@/components/support/place";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { Money } from "@/components/ui/money";
import { Section } from "@/components/ui/section";
import { call } from "@/lib/api-client";
import type { ImportKind, ImportResult } from "@/lib/contracts/statement-import";
import { writeCsv, writeExactCell } from "@/lib/csv-cells";
import { formatMoney, formatNumber } from "@/lib/format";
import { wrongLines } from "@/lib/statement-csv";
import { ImportRows } from "./import-rows";

export type GivenFile = { kind: ImportKind; reference: string; csv: string; name: string };

const FIGURES = ["ready", "same", "already", "wrong"] as const;

/** What a file would make, or has made: figures and sum, what can be done, and its lines. */
export function ImportPreview({
  given,
  result,
  onApplied,
}: {
  given: GivenFile;
  result: ImportResult;
  onApplied: (result: ImportResult) => void;
}) {
  const t = useTranslations("support.statements");
  const { where } = useSupport();
  const [isAsked, setIsAsked] = useState(false);
  const { name, ...body } = given;
  const { kind, applied, ready, wrong, accounts, total, ignored_columns, lines } = result;
  const what = { count: ready, sum: formatMoney(total) };

  async function saveWrong() {
    const { readCsv } = await import("@/lib/csv-file");
    const rest = wrongLines(
      kind,
      readCsv(given.csv),
      lines.filter(({ state }) => state === "WRONG"),
    );
    saveCsv(writeCsv(rest, writeExactCell), `wrong-${name.replace(/\.\w+$/, "")}.csv`);
  }

  return (
    <>
      <Section>
        <div className="flex flex-col gap-4">
          <dl className="grid grid-cols-2 gap-4 sm:grid-cols-5">
            {FIGURES.map((figure) => (
              <div key={figure}>
                <dt className="text-xs text-muted">
                  {t(`figures.${figure === "ready" && applied ? "made" : figure}`)}
                </dt>
                <dd className="text-lg font-semibold tabular-nums">{formatNumber(result[figure])}</dd>
              </div>
            ))}
            <div>
              <dt className="text-xs text-muted">{t(`kinds.${kind}.sum`)}</dt>
              <dd className="text-lg font-semibold">
                <Money amount={total} />
              </dd>
            </div>
          </dl>
          {ignored_columns.length > 0 ? (
            <p className="break-words text-muted">{t("ignored", { columns: ignored_columns.join(", ") })}</p>
          ) : null}
          {applied ? (
            <p className="flex items-center gap-2 font-semibold text-ok">
              <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
              {t(`kinds.${kind}.done`, { ...what, accounts })}
            </p>
          ) : null}
          <div className="flex flex-wrap items-center gap-2">
            {applied ? null : (
              <Button variant="primary" disabled={ready === 0} onClick={() => setIsAsked(true)}>
                {t(`kinds.${kind}.apply`, what)}
              </Button>
            )}
            {wrong > 0 ? (
              <Button onClick={() => void saveWrong()}>
                <FileDown aria-hidden="true" />
                {t("saveWrong", { count: wrong })}
              </Button>
            ) : null}
          </div>
        </div>
      </Section>
      <ImportRows kind={kind} lines={lines} isApplied={applied} />
      {isAsked ? (
        <ConfirmDialog
          open
          onOpenChange={setIsAsked}
          title={t(`kinds.${kind}.question`, what)}
          description={t(`kinds.${kind}.means`, { accounts, wrong })}
          confirmLabel={t(`kinds.${kind}.apply`, what)}
          onConfirm={async () => onApplied(await call("importStatementLines", { ...body, apply: "Y" }, where))}
        />
      ) : null}
    </>
  );
}
