"use client";

import { useTranslations } from "next-intl";
import { ConfirmForm } from "@/components/forms/confirm-form";
import { RemarksField, useRemarksForm } from "../moves/remarks-field";

/** Asks for the message to the merchant whose request for cancellation is declined. */
export function DeclineDialog({
  order,
  onDecline,
  onClose,
}: {
  order: string;
  /** The dialog stays open if this fails. */
  onDecline: (remarks: string) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslations("warehouse.moves.decline");
  const state = useRemarksForm({ remarks: "" }, () => true);
  return (
    <ConfirmForm
      state={state}
      onClose={onClose}
      title={t("title", { order })}
      description={t("means")}
      confirmLabel={t("do")}
      cancelLabel={t("back")}
      onSend={({ remarks }) => onDecline(remarks.trim())}
    >
      <RemarksField title={t("remarks")} hint={t("hint")} isRequired />
    </ConfirmForm>
  );
}
