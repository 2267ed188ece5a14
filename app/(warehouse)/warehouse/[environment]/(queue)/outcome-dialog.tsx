"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useFailureMessage } from "@/components/ui/error-state";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import { formatNumber } from "@/lib/format";
import { type Failed, type Shortage, shortagesOf } from "./queue-moves";

/**
 * The orders that could not be moved, each with its reason; those that the stock does not cover can be rejected here.
 */
export function OutcomeDialog({
  failed,
  also,
  isBusy,
  onReject,
  onConfirm,
  onClose,
}: {
  failed: readonly Failed[];
  /** What was done for the other orders. */
  also: string | null;
  isBusy: boolean;
  onReject: (rows: readonly PickPackRow[]) => void;
  onConfirm: (rows: readonly PickPackRow[]) => void;
  onClose: () => void;
}) {
  const t = useTranslations("warehouse.queue.outcome");
  const short = failed.filter(({ error }) => shortagesOf(error).length > 0).map(({ row }) => row);
  const unconfirmed = failed.filter(({ move }) => move === "confirm").map(({ row }) => row);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={t(`title.${failed[0]?.move ?? "confirm"}`, { count: failed.length })}
        {...(also ? { description: also } : {})}
        size="lg"
        footer={
          <>
            <Button onClick={onClose}>{t("close")}</Button>
            {unconfirmed.length > 0 ? (
              <Button loading={isBusy} onClick={() => onConfirm(unconfirmed)}>
                {t("again", { count: unconfirmed.length })}
              </Button>
            ) : null}
            {short.length > 1 ? (
              <Button variant="danger" disabled={isBusy} onClick={() => onReject(short)}>
                {t("rejectAll", { count: short.length })}
              </Button>
            ) : null}
          </>
        }
      >
        <ul className="divide-y divide-line">
          {failed.map((failure) => (
            <Failure key={failure.row.order_id} {...failure} isBusy={isBusy} onReject={onReject} />
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
}

function Failure({
  row,
  move,
  error,
  isBusy,
  onReject,
}: Failed & { isBusy: boolean; onReject: (rows: readonly PickPackRow[]) => void }) {
  const t = useTranslations("warehouse.queue.outcome");
  const failureMessage = useFailureMessage();
  const shortages = shortagesOf(error);
  const { title, detail, lost } = failureMessage(error);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0 flex-1 basis-64">
        <p>
          <span className="font-semibold">{row.order_id}</span>{" "}
          <span className="text-muted">
            {row.customer_name}, {row.recipient_name}
          </span>
        </p>
        {shortages.length > 0 ? (
          <Shortages order={row.order_id} shortages={shortages} />
        ) : (
          <p className="text-bad">
            {t(move)} {detail ?? title} {detail ? null : lost}
          </p>
        )}
      </div>
      {shortages.length > 0 ? (
        <Button
          disabled={isBusy}
          className="pointer-coarse:h-11"
          aria-label={t("rejectOne", { order: row.order_id })}
          onClick={() => onReject([row])}
        >
          {t("rejectButton")}
        </Button>
      ) : null}
    </li>
  );
}

function Shortages({ order, shortages }: { order: string; shortages: readonly Shortage[] }) {
  const t = useTranslations("warehouse.queue.outcome");
  return (
    <table aria-label={t("shortOf", { order })} className="mt-1 w-full max-w-md text-left">
      <thead className="text-xs text-muted">
        <tr>
          <th scope="col" className="font-semibold">
            {t("sku")}
          </th>
          <th scope="col" className="w-24 pl-3 text-right font-semibold">
            {t("requested")}
          </th>
          <th scope="col" className="w-24 pl-3 text-right font-semibold">
            {t("available")}
          </th>
        </tr>
      </thead>
      <tbody>
        {shortages.map(({ sku, requested, available }) => (
          <tr key={sku}>
            <td className="font-mono text-xs break-all">{sku}</td>
            <td className="pl-3 text-right tabular-nums">{formatNumber(requested)}</td>
            <td className="pl-3 text-right font-semibold tabular-nums text-bad">{formatNumber(available)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
