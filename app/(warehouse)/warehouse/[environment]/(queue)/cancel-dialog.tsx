"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import { RemarksField, useRemarks } from "./remarks-field";

/** Asks before orders are cancelled. */
export function CancelDialog({
  rows,
  onCancel,
  onClose,
}: {
  rows: readonly PickPackRow[];
  onCancel: (remarks: string) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslations("warehouse.queue.cancel");
  const remarks = useRemarks(false);
  const values = { count: rows.length, order: rows[0]?.order_id ?? "" };
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
