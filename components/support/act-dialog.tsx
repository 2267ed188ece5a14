"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { ContractFormState } from "../forms/contract-form";
import { FormDialog } from "../forms/form-dialog";
import { AreaField } from "../forms/form-fields";

/** A form of support on an order, which ends with the reason that the merchant reads. */
export function ActDialog<Values extends FieldValues>({
  state,
  title,
  means,
  submit,
  reason,
  onSend,
  onClose,
  children,
}: {
  state: ContractFormState<Values>;
  title: string;
  means: string;
  /** The messages of the button. */
  submit: string;
  /** The field that holds the reason. */
  reason: string;
  /** @throws ApiFailure */
  onSend: (values: Values) => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useTranslations("act");
  return (
    <FormDialog
      state={state}
      title={title}
      description={means}
      size="md"
      submitLabel={submit}
      onSend={async (values) => {
        await onSend(values);
        onClose();
      }}
      onClose={onClose}
    >
      {children}
      <AreaField name={reason} title={t("reason")} hint={t("reasonHint")} limit={500} required />
    </FormDialog>
  );
}
