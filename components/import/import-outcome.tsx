"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Download, Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import type { Batch } from "@/components/documents/batch-panel";
import { PrintBatchDialog } from "@/components/documents/print-batch-dialog";
import { useWorkspace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { lazyPart } from "@/components/ui/lazy-part";
import { LinkButton } from "@/components/ui/link-button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Section } from "@/components/ui/section";
import { queryFor } from "@/lib/api-client";
import type { Import } from "@/lib/contracts/import";
import { MADE_BY } from "@/lib/file-kinds";
import { formatNumber } from "@/lib/format";
import { MAX_PRINT_JOB } from "@/lib/orders/choices";
import { ImportGrid, type RowsView } from "./grid/import-grid";
import { useImportWords } from "./import-facts";
import { ImportHead, useSaveWrong } from "./import-head";
import { CostsPanel, type Services } from "./import-rail";
import { KINDS, listOf } from "./kinds";

const BatchPanel = lazy(() => lazyPart(() => import("@/components/documents/batch-panel")));

/** An import whose orders are being made, or that is over: how far it is, what failed, and the labels in the file's order. */
export function ImportOutcome({ imported, view, providers }: { imported: Import; view: RowsView } & Services) {
  const t = useTranslations("imports.run");
  const tImports = useTranslations("imports");
  const { where, href, may, account } = useWorkspace();
  const { count } = useImportWords();
  const [printing, setPrinting] = useState<readonly string[] | null>(null);
  const [batch, setBatch] = useState<Batch | null>(null);
  const wrongFile = useSaveWrong();
  const { import_id: id, kind, status, done, changed, unchanged, failed, ready, wrong, confirm_shipment } = imported;
  const summary = useQuery({
    ...queryFor("readImportSummary", { import_id: id }, where),
    enabled: status !== "RUNNING",
  });
  const made = summary.data?.order_ids ?? [];
  const look = KINDS[kind];
  const isStopped = status === "CANCELLED";
  const states = summary.data?.states;
  const left = isStopped && states ? states.good + states.fixed + states.wrong + states.failed : failed + wrong;
  const parts = Array.from({ length: Math.ceil(made.length / MAX_PRINT_JOB) }, (_, part) =>
    made.slice(part * MAX_PRINT_JOB, (part + 1) * MAX_PRINT_JOB),
  );
  const isPrintable = look.isPriced && confirm_shipment === "Y" && status !== "RUNNING" && may("createPrintJob");

  return (
    <>
      <ImportHead
        imported={imported}
        step="confirm"
        actions={
          status === "RUNNING" ? (
            <StopButton imported={imported} />
          ) : (
            <>
              {left > 0 && may("readFailedRows") ? (
                <Button loading={wrongFile.isBusy} onClick={() => wrongFile.save(id)}>
                  <Download aria-hidden="true" />
                  {tImports(isStopped ? `of.${kind}.restStopped` : `of.${kind}.rest`, count(left))}
                </Button>
              ) : null}
              <LinkButton href={href(done > 0 ? listOf(kind, account) : look.path)}>
                {done > 0 ? tImports(`of.${kind}.list`) : tImports("other")}
              </LinkButton>
              {isPrintable
                ? parts.map((ids, part) => (
                    <Button
                      key={ids[0]}
                      variant={part === 0 ? "primary" : "secondary"}
                      onClick={() => setPrinting(ids)}
                    >
                      <Printer aria-hidden="true" />
                      {parts.length === 1
                        ? t("print", count(ids.length))
                        : t("printPart", {
                            from: formatNumber(part * MAX_PRINT_JOB + 1),
                            to: formatNumber(part * MAX_PRINT_JOB + ids.length),
                          })}
                    </Button>
                  ))
                : null}
            </>
          )
        }
      />
      <Suspense>{batch ? <BatchPanel batch={batch} onDismiss={() => setBatch(null)} /> : null}</Suspense>
      <Section className="mb-4">
        <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {status === "RUNNING" ? (
            <>
              <p className="font-semibold">
                {tImports(`of.${kind}.running`, { of: ready, total: formatNumber(ready) })}
              </p>
              <ProgressBar
                label={tImports(`of.${kind}.running`, { of: ready, total: formatNumber(ready) })}
                value={done + failed}
                max={ready}
              />
              <p className="text-muted tabular-nums">
                {t("progress", { done: formatNumber(done + failed), of: formatNumber(ready) })}
              </p>
            </>
          ) : (
            <div className="flex items-start gap-2">
              {done > 0 ? (
                <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ok" />
              ) : (
                <CircleX aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
              )}
              <div>
                {isStopped ? <p>{t("stopped")}</p> : null}
                <p className="font-semibold">
                  {confirm_shipment === null
                    ? tImports(`of.${kind}.before`)
                    : look.isPriced && confirm_shipment === "Y"
                      ? t("confirmed", count(done))
                      : tImports(`of.${kind}.done`, count(done))}
                </p>
                {look.isPriced || done === 0 ? null : (
                  <p className="text-muted">
                    {t("did", {
                      created: formatNumber(done - changed - unchanged),
                      changed: formatNumber(changed),
                      unchanged: formatNumber(unchanged),
                    })}
                  </p>
                )}
                {failed > 0 ? <p className="text-bad">{tImports(`of.${kind}.failed`, count(failed))}</p> : null}
                {isPrintable && made.length > 0 ? <p className="text-muted">{t("printAbout")}</p> : null}
              </div>
            </div>
          )}
        </div>
      </Section>
      {status === "RUNNING" ? null : (
        <ImportGrid
          imported={imported}
          summary={summary.data}
          view={view}
          base={href(`${look.path}/${id}`)}
          isReadOnly
          orderHref={(order) => href(`/orders/${order}`)}
        >
          {(grid) => (
            <div className={cn("grid items-start gap-4", look.isPriced && "xl:grid-cols-[minmax(0,1fr)_18rem]")}>
              {grid}
              {look.isPriced ? <CostsPanel imported={imported} summary={summary.data} providers={providers} /> : null}
            </div>
          )}
        </ImportGrid>
      )}
      {printing ? <PrintBatchDialog ids={printing} onClose={() => setPrinting(null)} onBatch={setBatch} /> : null}
    </>
  );
}

function StopButton({ imported }: { imported: Import }) {
  const t = useTranslations("imports.run");
  const tImports = useTranslations("imports");
  const { may } = useWorkspace();
  const [isAsked, setIsAsked] = useState(false);
  if (!(may("cancelImport") && may(MADE_BY[imported.kind]))) return null;
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>{t("stop")}</Button>
      {isAsked ? (
        <ConfirmOperation
          operation="cancelImport"
          input={{ import_id: imported.import_id }}
          title={t("stopAsk")}
          description={tImports(`of.${imported.kind}.stopMeans`)}
          confirmLabel={t("stop")}
          cancelLabel={t("goOn")}
          tone="danger"
          onClose={() => setIsAsked(false)}
        />
      ) : null}
    </>
  );
}
