"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/alert-dialog";

/** Asks whether changes that are not saved may be lost. */
export default function LeaveDialog({ onLeave, onClose }: { onLeave: () => void; onClose: () => void }) {
  const t = useTranslations("orderForm.leave");
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      tone="danger"
      title={t("title")}
      description={t("text")}
      confirmLabel={t("leave")}
      cancelLabel={t("stay")}
      onConfirm={onLeave}
    />
  );
}
