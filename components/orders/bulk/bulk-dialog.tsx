"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { formatNumber } from "@/lib/format";
import { BulkLeftOut } from "./bulk-list";
import type { BulkAction } from "./bulk-orders";
import { BulkResult } from "./bulk-result";
import { newQuotes, type useBulk } from "./use-bulk";

/** The props of both dialogs; closing passes the orders that were done. */
export type BulkDialogProps = { ids: readonly string[]; onClose: (doneIds: readonly string[]) => void };

/** The dialog of an action on many orders: what it does, its progress, and the result of each order. */
export function BulkDialog({
  action,
  bulk,
  question,
  onClose,
}: {
  action: BulkAction;
  bulk: ReturnType<typeof useBulk>;
  question: {
    title: string;
    means: ReactNode;
    start: string;
    /** The button that goes back; "Cancel" would be unclear where orders are cancelled. */
    back: string;
    isDisabled?: boolean;
    details: ReactNode;
  };
  onClose: BulkDialogProps["onClose"];
}) {
  const t = useTranslations("orderBulk");
  const { stage, read, orders, results, able, progress } = bulk;
  const isRunning = progress !== null;
  const isAsking = stage === "asking" && able.length > 0;
  const close = () => onClose(isRunning ? bulk.leave() : bulk.done);
  const counted = (count: number) => ({ count: formatNumber(count), n: count });

  function title(): string {
    if (progress) return t(`${action}.running`, counted(progress.total));
    const finished = bulk.done.length - bulk.requested;
    if (stage === "ended" && bulk.requested > 0 && finished === 0)
      return t("cancel.requested", counted(bulk.requested));
    if (stage === "ended") return t(`${action}.done`, counted(finished));
    if (isAsking) return question.title;
    return t(stage === "asking" ? `${action}.none` : `${action}.title`);
  }

  /** What changes while the dialog is open, for screen readers too. */
  function news(): string | null {
    if (stage === "ended") return title();
    if (bulk.isStopping) return t("stopping");
    return progress ? t("background") : null;
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent
        title={title()}
        footer={
          isRunning ? (
            <>
              <Button disabled={bulk.isStopping} onClick={bulk.stop}>
                {t("stop")}
              </Button>
              <Button onClick={close}>{t("close")}</Button>
            </>
          ) : (
            <>
              <Button onClick={close}>{isAsking ? question.back : t("close")}</Button>
              {isAsking ? (
                <Button
                  variant={action === "cancel" ? "danger" : "primary"}
                  disabled={question.isDisabled}
                  onClick={() => void bulk.start()}
                >
                  {question.start}
                </Button>
              ) : null}
              {stage === "ended" ? <NextSteps bulk={bulk} /> : null}
            </>
          )
        }
      >
        {stage === "reading" ? (
          <LoadingRegion className="flex flex-col gap-3">
            <Skeleton className="w-64" />
            <Skeleton className="w-48" />
          </LoadingRegion>
        ) : null}
        {stage === "unread" ? <ErrorState error={read.error} onRetry={() => void read.refetch()} /> : null}
        {stage === "asking" ? (
          <Stage>
            {isAsking ? (
              <>
                <div className="text-muted">{question.means}</div>
                {question.details}
              </>
            ) : null}
            <BulkLeftOut ids={bulk.asked} results={results} recipientOf={(id) => orders.get(id)?.recipient_name} />
          </Stage>
        ) : null}
        {progress ? (
          <Stage>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <ProgressBar label={t("progress")} value={progress.done} max={progress.total} />
              <span className="text-xs text-muted tabular-nums">
                {t("progressOf", { done: formatNumber(progress.done), total: formatNumber(progress.total) })}
              </span>
            </div>
          </Stage>
        ) : null}
        {stage === "ended" ? (
          <Stage>
            <BulkResult action={action} results={results} requested={bulk.requested} orders={orders} />
          </Stage>
        ) : null}
        <p role="status" className={isRunning ? "mt-2 min-h-10 text-muted" : "sr-only"}>
          {news()}
        </p>
      </DialogContent>
    </Dialog>
  );
}

/** Takes the focus when it appears, because the button that led here is gone. */
function Stage({ children }: { children: ReactNode }) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.focus(), []);
  return (
    <div ref={top} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      {children}
    </div>
  );
}

/** What can be done about the orders that failed. */
function NextSteps({ bulk }: { bulk: ReturnType<typeof useBulk> }) {
  const t = useTranslations("orderBulk");
  const dearer = newQuotes(bulk.results);
  const open = [...bulk.results].flatMap(([id, { kind }]) =>
    (kind === "FAILED" && !dearer.has(id)) || kind === "UNTRIED" ? [id] : [],
  );
  return (
    <>
      {open.length > 0 ? (
        <Button onClick={() => bulk.again(open)}>
          {t("again", { count: formatNumber(open.length), n: open.length })}
        </Button>
      ) : null}
      {dearer.size > 0 ? (
        <Button variant="primary" onClick={bulk.askNewPrices}>
          {t("confirm.newPrices", { count: formatNumber(dearer.size), n: dearer.size })}
        </Button>
      ) : null}
    </>
  );
}
