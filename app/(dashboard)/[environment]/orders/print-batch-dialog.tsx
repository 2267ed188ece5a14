"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, Eye, Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { CHECK_PRINTS, CREATE_PRINT_JOB } from "@/components/documents/operations";
import { LAYOUTS, type Layout, rememberedLayout, rememberLayout } from "@/components/documents/paper";
import { fetchPdf, type PdfFile, savePdf } from "@/components/documents/pdf-file";
import { useRecordPrints } from "@/components/documents/use-documents";
import { usePrintWords } from "@/components/documents/use-print-words";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { useFailureToast } from "@/components/ui/failure-toast";
import { Field } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { printLabels } from "@/lib/contracts/document";
import type { PrintCheck } from "@/lib/contracts/print";
import { MAX_AT_ONCE, PRINT_JOB_HOURS } from "@/lib/contracts/print";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { lazily } from "@/lib/lazily";
import { callLazily, lazyQueryFor } from "@/lib/lazy-contract";
import type { Batch } from "./batch-panel";
import { LeftOut } from "./left-out";

const STARTS = ["1", "2", "3", "4"] as const;

function placementOf(layout: Layout, start: string) {
  if (layout === "A4x4") return { paper: "A4", per_page: "4", start: start as (typeof STARTS)[number] } as const;
  return { paper: layout, per_page: "1", start: "1" } as const;
}

/** Before labels of many orders are printed: on which paper, what is left out, and what was printed before. */
export function PrintBatchDialog({
  ids,
  onClose,
  onBatch,
}: {
  ids: readonly string[];
  onClose: () => void;
  onBatch: (batch: Batch) => void;
}) {
  const t = useTranslations("documents.batch");
  const words = useTranslations("documents");
  const { where } = usePlace();
  const showFailure = useFailureToast();
  const record = useRecordPrints();
  const [layout, setLayout] = useState(rememberedLayout);
  const [start, setStart] = useState<(typeof STARTS)[number]>("1");
  const [isBusy, setIsBusy] = useState(false);
  const [preview, setPreview] = useState<ReactNode>(null);
  const check = useQuery({
    ...lazyQueryFor(CHECK_PRINTS, { order_ids: [...ids] }, where),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const ready = check.data?.ready_list ?? [];
  const isJob = ready.length > MAX_AT_ONCE;
  const placement = placementOf(layout, start);

  const load = (): Promise<PdfFile> =>
    fetchPdf(printLabels, { order_ids: [...ids], ...placement, cover_page: "Y" }, where);

  async function finish(checked: PrintCheck) {
    rememberLayout(layout);
    await record(checked.ready_list, "label", placement.paper);
    onBatch({ kind: "printed", count: checked.ready_list.length, skipped: checked.skipped_list });
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

  const save = (checked: PrintCheck) =>
    attempt(async () => {
      savePdf(await load());
      await finish(checked);
      onClose();
    });

  const show = (checked: PrintCheck) =>
    attempt(async () => {
      const { default: PreviewDialog } = await lazily(() => import("@/components/documents/preview-dialog"));
      setPreview(
        <PreviewDialog
          title={t("previewTitle", { count: checked.ready_list.length })}
          load={load}
          onPrinted={() => finish(checked)}
          onClose={() => setPreview(null)}
        />,
      );
    });

  const begin = () =>
    attempt(async () => {
      const options = { ...where, idempotencyKey: newIdempotencyKey() };
      const job = await callLazily(CREATE_PRINT_JOB, { order_ids: [...ids], ...placement }, options);
      rememberLayout(layout);
      onBatch({ kind: "job", id: job.id });
      onClose();
    });

  const checked = check.data;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={t("title", { count: ids.length })}
        description={t("means")}
        footer={
          checked && ready.length > 0 ? (
            isJob ? (
              <Button variant="primary" loading={isBusy} onClick={() => void begin()}>
                <Printer aria-hidden="true" />
                {t("begin", { count: ready.length })}
              </Button>
            ) : (
              <>
                <Button disabled={isBusy} onClick={() => void show(checked)}>
                  <Eye aria-hidden="true" />
                  {t("preview")}
                </Button>
                <Button variant="primary" loading={isBusy} onClick={() => void save(checked)}>
                  <Download aria-hidden="true" />
                  {t("save", { count: ready.length })}
                </Button>
              </>
            )
          ) : (
            <Button onClick={onClose}>{t("close")}</Button>
          )
        }
      >
        <div className="grid grid-cols-2 gap-3">
          <Field label={words("paperOfLabel")}>
            <NativeSelect<Layout>
              value={layout}
              options={LAYOUTS.map((value) => ({ value, label: words(`papers.${value}`) }))}
              onValueChange={setLayout}
            />
          </Field>
          {layout === "A4x4" ? (
            <Field label={t("start")}>
              <NativeSelect
                value={start}
                options={STARTS.map((value) => ({ value, label: t(`starts.${value}`) }))}
                onValueChange={setStart}
              />
            </Field>
          ) : null}
        </div>
        {check.isPending ? (
          <LoadingRegion className="mt-4 flex flex-col gap-3">
            <Skeleton className="w-64" />
            <Skeleton className="w-48" />
          </LoadingRegion>
        ) : null}
        {check.isError ? <ErrorState error={check.error} onRetry={() => void check.refetch()} /> : null}
        {checked ? <Findings check={checked} isJob={isJob} /> : null}
      </DialogContent>
      {preview}
    </Dialog>
  );
}

function Findings({ check, isJob }: { check: PrintCheck; isJob: boolean }) {
  const t = useTranslations("documents.batch");
  const { printedAt } = usePrintWords();
  const { ready_list: ready, skipped_list: skipped, printed_list: printed } = check;
  return (
    <div className="mt-4 flex flex-col gap-3">
      <p className="font-semibold">{t("ready", { count: ready.length })}</p>
      {isJob ? <p className="text-muted">{t("isJob", { hours: PRINT_JOB_HOURS })}</p> : null}
      {skipped.length > 0 ? <LeftOut skipped={skipped} /> : null}
      {printed.length > 0 ? (
        <details open={printed.length <= 5} className="rounded-md bg-warn-tint px-3 py-2">
          <summary className="cursor-pointer font-semibold text-warn">
            {t("printed", { count: printed.length })}
          </summary>
          <ul className="mt-1 max-h-40 overflow-y-auto text-xs">
            {printed.map(({ order_id, last_print }) => (
              <li key={order_id} className="py-0.5">
                {t("printedOrder", { order: order_id, printed: printedAt(last_print) })}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
