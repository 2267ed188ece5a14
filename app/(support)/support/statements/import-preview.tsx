"use client";

import { CircleCheck, FileDown, Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import { saveCsv } from "@/components/save-file";
import { Button } from "@/components/ui/button";
import { Money } from "@/components/ui/money";
import { Section } from "@/components/ui/section";
import { type ImportResult, type ImportState, SECOND_PERSON_ABOVE } from "@/lib/contracts/statement-import";
import { formatMoney, formatNumber } from "@/lib/format";
import type { VisitReason } from "@/lib/rights";
import { writeCsv } from "@/lib/tables/csv-cells";
import type { ImportKind } from "@/lib/tables/statement-csv";
import { wrongLines } from "@/lib/tables/statement-csv";
import { ActingReason } from "./acting-reason";
import { ImportRows } from "./import-rows";

export type GivenFile = { kind: ImportKind; reference: string; csv: string; name: string };

const FIGURES = {
  CARRIER_INVOICE: ["ready", "same", "already", "billed_before", "wrong"],
  PAYOUTS: ["ready", "already", "wrong"],
} as const;
/** What is left out, and may be corrected and imported again. */
const LEFT_OUT: readonly ImportState[] = ["WRONG", "BILLED_BEFORE"];

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
  const [isAsked, setIsAsked] = useState(false);
  const [reason, setReason] = useState<VisitReason | null>(null);
  const { name, ...body } = given;
  const { kind, applied, state, ready, accounts, total, needs_second, ignored_columns, lines } = result;
  const left = result.wrong + result.billed_before;
  const limit = formatMoney(String(SECOND_PERSON_ABOVE));
  const what = { count: ready, sum: formatMoney(total) };

  async function saveWrong() {
    const { readCsv } = await import("@/lib/tables/csv-file");
    const [head = [], ...rest] = wrongLines(
      kind,
      readCsv(given.csv),
      lines.filter(({ state }) => LEFT_OUT.includes(state)),
    );
    saveCsv(writeCsv(head, rest), `wrong-${name.replace(/\.\w+$/, "")}.csv`);
  }

  return (
    <>
      <Section>
        <div className="flex flex-col gap-4">
          <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 xl:grid-cols-6">
            {FIGURES[kind].map((figure) => (
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
          {state === "WAITING" ? (
            <p className="flex items-center gap-2 font-semibold text-warn">
              <Hourglass aria-hidden="true" className="size-4 shrink-0" />
              {t("waits")}
            </p>
          ) : null}
          {state === null && needs_second ? <p className="text-muted">{t("second", { sum: limit })}</p> : null}
          <div className="flex flex-wrap items-center gap-2">
            {state === null ? (
              <Button variant="primary" disabled={ready === 0} onClick={() => setIsAsked(true)}>
                {needs_second ? t("send") : t(`kinds.${kind}.apply`, what)}
              </Button>
            ) : null}
            {left > 0 ? (
              <Button onClick={() => void saveWrong()}>
                <FileDown aria-hidden="true" />
                {t("saveWrong", { count: left })}
              </Button>
            ) : null}
          </div>
        </div>
      </Section>
      <ImportRows kind={kind} lines={lines} isApplied={applied} />
      {isAsked ? (
        <ConfirmOperation
          operation="importStatementLines"
          input={{ ...body, apply: "Y", reason: reason ?? undefined, acting: "Y" }}
          title={needs_second ? t("sendAsk") : t(`kinds.${kind}.question`, what)}
          description={needs_second ? t("second", { sum: limit }) : t(`kinds.${kind}.means`, { accounts, wrong: left })}
          confirmLabel={needs_second ? t("send") : t(`kinds.${kind}.apply`, what)}
          confirmDisabled={reason === null}
          onDone={onApplied}
          onClose={() => setIsAsked(false)}
        >
          <ActingReason value={reason} onChange={setReason} />
        </ConfirmOperation>
      ) : null}
    </>
  );
}
