"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { RemarksField, useRemarks } from "./remarks-field";

/** Asks before orders are cancelled. */
export function CancelDialog({
  orders,
  onCancel,
  onClose,
}: {
  orders: readonly string[];
  /** The dialog stays where this fails. */
  onCancel: (remarks: string) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslations("warehouse.moves.cancel");
  const remarks = useRemarks(false);
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
      onConfirm={async () => onCancel(remarks.judged())}
    >
      <RemarksField label={t("remarks")} remarks={remarks} />
    </ConfirmDialog>
  );
}
