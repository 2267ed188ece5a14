"use client";

// Loaded late: its schemas, which a list has no other use for.

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { exportName, fetchExport, isWriting, useExport } from "@/components/jobs/exports";
import { withLateMessages } from "@/components/late-messages";
import { saveFile } from "@/components/save-file";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { FieldGroup } from "@/components/ui/field";
import { ProgressBar } from "@/components/ui/progress-bar";
import { RadioGroup } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast";
import { useOperation, useTask } from "@/components/use-operation";
import { type CallInput, call, madeBefore, type Where } from "@/lib/api-client";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import { formatNumber } from "@/lib/format";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { MAX_EXPORT_AT_ONCE } from "@/lib/orders/choices";
import { EXPORT_COLUMNS, EXPORT_FORMATS, type ExportColumn, type ExportFormat } from "@/lib/orders/export-columns";
import { XLSX } from "@/lib/tables/file-types";

/** Where this browser keeps the last choice. */
const STORE = "sampan-export";

type Choice = { format: ExportFormat; columns: readonly ExportColumn[] };

/** The last choice, or a workbook with all columns. */
function lastChoice(): Choice {
  const { format = "xlsx", columns = "" } = Object.fromEntries(new URLSearchParams(localStorage.getItem(STORE) ?? ""));
  const named = columns.split(",");
  const known = EXPORT_COLUMNS.filter((column) => named.includes(column));
  return {
    format: EXPORT_FORMATS.find((each) => each === format) ?? "xlsx",
    columns: known.length > 0 ? known : EXPORT_COLUMNS,
  };
}

/** Saves orders as a workbook or as CSV, with the columns that are ticked. */
export default withLateMessages(ExportDialog, ["orderExport"]);

type Props = {
  what: Exported;
  /** How many orders, in words. */
  count: string;
  onClose: () => void;
};

/** Many orders take longer than anybody waits for a page: a job writes their file. */
function ExportDialog(props: Props) {
  const [job, setJob] = useState<string | null>(null);
  return job ? <ExportProgress id={job} onClose={props.onClose} /> : <ExportQuestion {...props} onJob={setJob} />;
}

function ExportQuestion({ what, count, onClose, onJob }: Props & { onJob: (id: string) => void }) {
  const t = useTranslations("orderExport");
  const { where } = useWorkspace();
  const [{ format, columns }, choose] = useState(lastChoice);
  const { isBusy, run } = useTask({ reading: true });
  const startJob = useNewExport();
  const isAll = columns.length === EXPORT_COLUMNS.length;

  function tick(column: ExportColumn, isOn: boolean) {
    choose({ format, columns: EXPORT_COLUMNS.filter((each) => (each === column ? isOn : columns.includes(each))) });
  }

  async function save() {
    const isJob = "query" in what && what.total > MAX_EXPORT_AT_ONCE;
    const job = isJob ? await startJob({ query: filtersOf(what.query), format, columns: [...columns] }) : null;
    if (!job) await exportOrders(what, { format, columns }, where);
    // All of them are not named: columns that come later are among them.
    localStorage.setItem(STORE, String(new URLSearchParams({ format, columns: isAll ? "" : columns.join(",") })));
    if (job) return onJob(job);
    toast.success(t("done"));
    onClose();
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        title={t("title")}
        description={count}
        footer={
          <>
            <Button onClick={onClose} disabled={isBusy}>
              {t("cancel")}
            </Button>
            <Button variant="primary" loading={isBusy} disabled={columns.length === 0} onClick={() => run(save)}>
              {t("save")}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <FieldGroup label={t("format")}>
            <RadioGroup<ExportFormat>
              value={format}
              onValueChange={(chosen) => choose({ format: chosen, columns })}
              options={EXPORT_FORMATS.map((value) => ({ value, label: t(`formats.${value}`) })).reverse()}
            />
          </FieldGroup>
          <FieldGroup label={t("columnsTitle")}>
            <Checkbox
              label={t("all")}
              checked={isAll || (columns.length > 0 && "indeterminate")}
              onCheckedChange={() => choose({ format, columns: isAll ? [] : EXPORT_COLUMNS })}
            />
            <div className="mt-2 grid gap-x-4 gap-y-2 border-t border-line pt-3 sm:grid-cols-2">
              {EXPORT_COLUMNS.map((column) => (
                <Checkbox
                  key={column}
                  label={t(`columns.${column}`)}
                  checked={columns.includes(column)}
                  onCheckedChange={(isOn) => tick(column, isOn === true)}
                />
              ))}
            </div>
          </FieldGroup>
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** Begins an export in the background. Returns its id, or that of the one that an earlier try made. */
function useNewExport() {
  const { send } = useOperation("createExport");
  /** One key for all tries at the same export. */
  const keys = useRef<Record<string, string>>({});
  return async (input: CallInput<"createExport">): Promise<string> => {
    const asked = JSON.stringify(input);
    keys.current[asked] ??= newIdempotencyKey();
    const made = await send(input, { idempotencyKey: keys.current[asked] }).catch((error: unknown) => {
      const export_id = madeBefore(error);
      if (!export_id) throw error;
      return { export_id };
    });
    return made.export_id;
  };
}

/** How far an export is; its file is saved when it is there. */
function ExportProgress({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations("orderExport");
  const { where } = useWorkspace();
  const read = useExport(id);
  const stop = useOperation("stopExport");
  const { run, isBusy } = useTask({ reading: true });
  const isTried = useRef(false);
  const exported = read.data;
  const isOpen = !exported || isWriting(exported);
  const isReady = exported?.state === "DONE";

  function save() {
    if (!exported) return;
    run(async () => {
      saveFile(await fetchExport(exported, where));
      toast.success(t("done"));
      onClose();
    });
  }

  // Once by itself; where that fails, the button tries again.
  useEffect(() => {
    if (!isReady || isTried.current) return;
    isTried.current = true;
    save();
  });

  function close() {
    if (isOpen) toast.success(t("later"));
    onClose();
  }

  function news(): string {
    if (!exported) return t("reading");
    if (exported.state === "FAILED" || exported.state === "STOPPED") return t(exported.state);
    if (isReady) return t("ready");
    return t("writing", { n: exported.total, count: formatNumber(exported.total) });
  }

  return (
    <Dialog open onOpenChange={(stays) => !stays && close()}>
      <DialogContent
        title={t("title")}
        footer={
          <>
            {isOpen ? (
              <Button loading={stop.isBusy} onClick={() => void stop.attempt({ id })}>
                {t("stop")}
              </Button>
            ) : null}
            <Button onClick={close}>{t("close")}</Button>
            {isReady ? (
              <Button variant="primary" loading={isBusy} onClick={save}>
                {t("save")}
              </Button>
            ) : null}
          </>
        }
      >
        {read.error && !exported ? (
          <ErrorState error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <div className="flex flex-col gap-3">
            <p role="status">{news()}</p>
            {exported && isOpen ? (
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <ProgressBar label={t("progress")} value={exported.done} max={exported.total} />
                <span className="text-xs text-muted tabular-nums">
                  {t("written", { done: formatNumber(exported.done), total: formatNumber(exported.total) })}
                </span>
              </div>
            ) : null}
            {isOpen ? <p className="text-sm text-muted">{t("goesOn")}</p> : null}
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}

/** Selected orders, or all that match a list's query. */
type Exported = { ids: readonly string[] } | { query: ListOrdersQuery; total: number };

const TYPES: Record<ExportFormat, string> = { csv: "text/csv;charset=utf-8", xlsx: XLSX };

/** The filters of a list's query, without its page and sorting. */
function filtersOf({ limit: _limit, offset: _offset, sort: _sort, ...filters }: ListOrdersQuery) {
  return filters;
}

/**
 * Saves orders as a file: the selected ones in the order of selection, or all that match a list's query, newest first.
 * @throws ApiFailure
 */
async function exportOrders(
  what: Exported,
  { format, columns }: { format: ExportFormat; columns: readonly ExportColumn[] },
  where: Where,
): Promise<void> {
  const answer =
    "ids" in what
      ? await call("exportSelected", { order_ids: [...what.ids], format, columns: [...columns] }, where)
      : await call("exportOrders", { ...filtersOf(what.query), format, columns: columns.join(",") }, where);
  const bytes = Uint8Array.from(atob(answer.content), (character) => character.charCodeAt(0));
  saveFile({ blob: new Blob([bytes], { type: TYPES[format] }), filename: exportName(where, format, new Date()) });
}
