"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/alert-dialog";

/** Asks before an order that is ready is packed again. */
export function ReopenDialog({ onReopen, onClose }: { onReopen: () => Promise<void>; onClose: () => void }) {
  const t = useTranslations("warehouse.bench.reopenDialog");
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("title")}
      description={t("means")}
      confirmLabel={t("confirm")}
      cancelLabel={t("back")}
      onConfirm={onReopen}
    />
  );
}
