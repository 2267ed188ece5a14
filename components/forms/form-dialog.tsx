"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "../ui/button";
import { Dialog, DialogContent, type DialogContentProps } from "../ui/dialog";
import { ContractForm, type ContractFormProps } from "./contract-form";

/** A form of one operation in a dialog, which stays open while it is sent. */
export function FormDialog<Values extends FieldValues>({
  title,
  description,
  size = "sm",
  submitLabel,
  isSubmitDisabled = false,
  beside,
  onClose,
  ...form
}: Omit<ContractFormProps<Values>, "id" | "className"> &
  Pick<DialogContentProps, "title" | "description" | "size"> & {
    /** Says what it does: "Invite", never "OK". */
    submitLabel: ReactNode;
    isSubmitDisabled?: boolean;
    /** Buttons in place of the one that closes. */
    beside?: ReactNode;
    onClose: () => void;
  }) {
  const t = useTranslations("ui");
  const id = useId();
  const { isBusy } = form.state;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        title={title}
        description={description}
        size={size}
        footer={
          <>
            {beside ?? (
              <Button className="pointer-coarse:h-11" onClick={onClose} disabled={isBusy}>
                {t("cancel")}
              </Button>
            )}
            <Button
              className="pointer-coarse:h-11"
              variant="primary"
              type="submit"
              form={id}
              loading={isBusy}
              disabled={isSubmitDisabled}
            >
              {submitLabel}
            </Button>
          </>
        }
      >
        <ContractForm id={id} {...form} />
      </DialogContent>
    </Dialog>
  );
}
