"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { keyOf } from "@/lib/api-client";
import { ContractForm, type ContractFormState } from "../contract-form";
import { usePlace } from "../environment";
import { AreaField } from "../form-fields";
import { useOrdersChanged } from "../orders/orders-changed";
import { Button } from "../ui/button";
import { Dialog, DialogContent } from "../ui/dialog";
import { toast } from "../ui/toast";

/** A form of support on an order, which ends with the reason that the merchant reads. */
export function ActDialog<Values extends FieldValues>({
  state,
  title,
  means,
  submit,
  done,
  reason,
  onSend,
  onClose,
  children,
}: {
  state: ContractFormState<Values>;
  title: string;
  means: string;
  /** The words of the button, and of the notice afterwards. */
  submit: string;
  done: string;
  /** The field that holds the reason. */
  reason: string;
  /** @throws ApiFailure */
  onSend: (values: Values) => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useTranslations("act");
  const { where } = usePlace();
  const client = useQueryClient();
  const changed = useOrdersChanged();
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !state.isBusy && onClose()}>
      <DialogContent
        title={title}
        description={means}
        footer={
          <>
            <Button onClick={onClose} disabled={state.isBusy}>
              {t("close")}
            </Button>
            <Button variant="primary" type="submit" form="act" loading={state.isBusy}>
              {submit}
            </Button>
          </>
        }
      >
        <ContractForm
          id="act"
          state={state}
          onSend={async (values) => {
            await onSend(values);
            await Promise.all([changed(), client.invalidateQueries({ queryKey: keyOf("listMessages", where) })]);
            toast.success(done);
            onClose();
          }}
        >
          {children}
          <AreaField name={reason} title={t("reason")} hint={t("reasonHint")} limit={500} required />
        </ContractForm>
      </DialogContent>
    </Dialog>
  );
}
