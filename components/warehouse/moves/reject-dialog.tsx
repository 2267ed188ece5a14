"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import type { RejectType } from "@/lib/pickpack-status";
import { ReasonFields, useReason } from "./reason-fields";

/** Asks why orders are rejected. */
export function RejectDialog({
  orders,
  firstType,
  onReject,
  onClose,
}: {
  orders: readonly string[];
  firstType?: RejectType;
  /** The dialog stays where this fails. */
  onReject: (body: { reject_type: RejectType; reject_reason: string }) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslations("warehouse.moves.reject");
  const reason = useReason(firstType);
  const values = { count: orders.length, order: orders[0] ?? "" };
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      tone="danger"
      title={t("title", values)}
      description={t("means", values)}
      confirmLabel={t("do", values)}
      cancelLabel={t("keep", values)}
      onConfirm={async () => onReject({ reject_type: reason.type, reject_reason: reason.remarks.judged() })}
    >
      <ReasonFields {...reason} />
    </ConfirmDialog>
  );
}
