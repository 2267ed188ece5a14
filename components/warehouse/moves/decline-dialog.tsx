"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { RemarksField, useRemarks } from "./remarks-field";

/** Asks what to tell the merchant whose request for cancellation is declined. */
export function DeclineDialog({
  order,
  onDecline,
  onClose,
}: {
  order: string;
  /** The dialog stays where this fails. */
  onDecline: (remarks: string) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslations("warehouse.moves.decline");
  const remarks = useRemarks(true);
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("title", { order })}
      description={t("means")}
      confirmLabel={t("do")}
      cancelLabel={t("back")}
      onConfirm={async () => onDecline(remarks.judged())}
    >
      <RemarksField label={t("remarks")} hint={t("hint")} remarks={remarks} />
    </ConfirmDialog>
  );
}
