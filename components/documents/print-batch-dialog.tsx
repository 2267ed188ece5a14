"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, Eye, Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import { LAYOUTS, type Layout, rememberedLayout, rememberLayout } from "@/components/documents/paper";
import { fetchFile, type PdfFile, saveFile } from "@/components/documents/pdf-file";
import { Preview } from "@/components/documents/preview";
import { PrintButton } from "@/components/documents/print-button";
import { useRecordPrints } from "@/components/documents/use-documents";
import { usePrintFile } from "@/components/documents/use-print-file";
import { usePrintLabels } from "@/components/documents/use-print-labels";
import { useWorkspace } from "@/components/environment";
import { KeyName } from "@/components/shell/key-name";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { useOperation, useTask } from "@/components/use-operation";
import { madeBefore, queryFor } from "@/lib/api-client";
import type { PrintCheck } from "@/lib/contracts/print";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { JOB_FILE_HOURS, MAX_AT_ONCE } from "@/lib/orders/choices";
import type { Batch } from "./batch-panel";
import { LeftOut } from "./left-out";

const STARTS = ["1", "2", "3", "4"] as const;
type Start = (typeof STARTS)[number];

function placementOf(layout: Layout, start: Start) {
  if (layout === "A4x4") return { paper: "A4", per_page: "4", start } as const;
  return { paper: layout, per_page: "1", start: "1" } as const;
}

/** Asks before labels of many orders are printed: on which paper, what is left out, and what was printed before. */
export function PrintBatchDialog({
  ids,
  onClose,
  onBatch,
}: {
  ids: readonly string[];
  onClose: () => void;
  onBatch: (batch: Batch) => void;
}) {
  const t = useTranslations("labelBatch.print");
  const { where, account } = useWorkspace();
  const record = useRecordPrints();
  const [layout, setLayout] = useState(() => rememberedLayout(account.paper ?? null));
  const [start, setStart] = useState<Start>("1");
  const createJob = useNewJob(ids);
  const { run, isBusy } = useTask();
  const { printing, printFile } = usePrintFile();
  const [preview, setPreview] = useState<ReactNode>(null);
  const check = useQuery({
    ...queryFor("checkPrints", { order_ids: [...ids] }, where),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const ready = check.data?.ready_list ?? [];
  const isJob = ready.length > MAX_AT_ONCE;
  const placement = placementOf(layout, start);

  const load = (): Promise<PdfFile> =>
    fetchFile("printLabels", { order_ids: [...ids], ...placement, cover_page: "Y" }, where);

  async function finish(checked: PrintCheck, file: PdfFile) {
    rememberLayout(layout);
    await record(checked.ready_list, "label", placement.paper, file);
    onBatch({ kind: "printed", count: checked.ready_list.length, skipped: checked.skipped_list });
  }

  const printAll = (checked: PrintCheck) =>
    run(async () => {
      const file = await load();
      if (!(await printFile(file))) return;
      await finish(checked, file);
      onClose();
    });

  const save = (checked: PrintCheck) =>
    run(async () => {
      const file = await load();
      saveFile(file);
      await finish(checked, file);
      onClose();
    });

  const show = (checked: PrintCheck) =>
    run(async () => {
      setPreview(
        <Preview
          title={t("previewTitle", { count: checked.ready_list.length })}
          load={load}
          onPrinted={(file) => finish(checked, file)}
          onClose={() => setPreview(null)}
        />,
      );
    });

  const begin = () =>
    run(async () => {
      const id = await createJob(placement);
      rememberLayout(layout);
      onBatch({ kind: "job", id });
      onClose();
    });

  const checked = check.data;
  const keys = (
    <span aria-hidden="true" className="hidden sm:inline">
      <KeyName combination="mod+enter" />
    </span>
  );
  useShortcuts([
    {
      keys: ["mod+Enter"],
      label: t("title", { count: ids.length }),
      run: () => {
        if (isBusy || !checked || ready.length === 0) return;
        if (isJob) begin();
        else printAll(checked);
      },
    },
  ]);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={t("title", { count: ids.length })}
        description={t("means")}
        footer={
          checked && ready.length > 0 ? (
            isJob ? (
              <Button variant="primary" loading={isBusy} onClick={() => begin()}>
                <Printer aria-hidden="true" />
                {t("begin", { count: ready.length })}
                {keys}
              </Button>
            ) : (
              <>
                <Button disabled={isBusy} onClick={() => show(checked)}>
                  <Eye aria-hidden="true" />
                  {t("preview")}
                </Button>
                <Button disabled={isBusy} onClick={() => save(checked)}>
                  <Download aria-hidden="true" />
                  {t("save")}
                </Button>
                <PrintButton printing={printing} isBusy={isBusy} onClick={() => printAll(checked)}>
                  {t("print", { count: ready.length })}
                  {keys}
                </PrintButton>
              </>
            )
          ) : (
            <Button onClick={onClose}>{t("close")}</Button>
          )
        }
      >
        <PlacementFields layout={layout} onLayout={setLayout} start={start} onStart={setStart} />
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

/** Creates a print job. Returns its id, or that of the one that an earlier attempt made when its answer was lost. */
function useNewJob(ids: readonly string[]) {
  const { send } = useOperation("createPrintJob");
  /** One key for all attempts at the same job. */
  const keys = useRef<Record<string, string>>({});
  return async (placement: ReturnType<typeof placementOf>): Promise<string> => {
    const job = JSON.stringify(placement);
    keys.current[job] ??= newIdempotencyKey();
    const idempotencyKey = keys.current[job];
    const made = await send({ order_ids: [...ids], ...placement }, { idempotencyKey }).catch((error: unknown) => {
      const id = madeBefore(error);
      if (!id) throw error;
      return { id };
    });
    return made.id;
  };
}

/** On which paper, and at which of four labels a sheet begins. */
function PlacementFields({
  layout,
  onLayout,
  start,
  onStart,
}: {
  layout: Layout;
  onLayout: (layout: Layout) => void;
  start: Start;
  onStart: (start: Start) => void;
}) {
  const t = useTranslations("labelBatch.print");
  const tDocuments = useTranslations("documents");
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={tDocuments("paperOfLabel")}>
        <NativeSelect
          value={layout}
          options={LAYOUTS.map((value) => ({ value, label: tDocuments(`papers.${value}`) }))}
          onValueChange={onLayout}
        />
      </Field>
      {layout === "A4x4" ? (
        <Field label={t("start")}>
          <NativeSelect
            value={start}
            options={STARTS.map((value) => ({ value, label: t(`starts.${value}`) }))}
            onValueChange={onStart}
          />
        </Field>
      ) : null}
    </div>
  );
}

function Findings({ check, isJob }: { check: PrintCheck; isJob: boolean }) {
  const t = useTranslations("labelBatch.print");
  const { printedAt } = usePrintLabels();
  const { ready_list: ready, skipped_list: skipped, printed_list: printed } = check;
  return (
    <div className="mt-4 flex flex-col gap-3">
      <p className="font-semibold">{t("ready", { count: ready.length })}</p>
      {isJob ? <p className="text-muted">{t("isJob", { hours: JOB_FILE_HOURS })}</p> : null}
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
