"use client";

import { useTranslations } from "next-intl";
import { ConfirmForm } from "@/components/forms/confirm-form";
import { RemarksField, useRemarksForm } from "./remarks-field";

/** Asks before orders are cancelled. */
export function CancelDialog({
  orders,
  onCancel,
  onClose,
}: {
  orders: readonly string[];
  /** The dialog stays open if this fails. */
  onCancel: (remarks: string) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslations("warehouse.moves.cancel");
  const state = useRemarksForm({ remarks: "" }, () => false);
  const values = { count: orders.length, order: orders[0] ?? "" };
  return (
    <ConfirmForm
      state={state}
      onClose={onClose}
      tone="danger"
      title={t("title", values)}
      description={t("means", values)}
      confirmLabel={t("do", values)}
      cancelLabel={t("keep", values)}
      onSend={({ remarks }) => onCancel(remarks.trim())}
    >
      <RemarksField title={t("remarks")} isRequired={false} />
    </ConfirmForm>
  );
}
