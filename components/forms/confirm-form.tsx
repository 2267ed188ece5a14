"use client";

import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { ConfirmDialog, type ConfirmDialogProps } from "../ui/alert-dialog";
import { type ContractFormState, FailureBox, type Sent } from "./contract-form";
import { FormChecks, WarningStore } from "./form-checks";

/**
 * A question with fields, which are judged when it is confirmed. It stays open while one is wrong, or if sending fails,
 * and says why.
 */
export function ConfirmForm<Values extends FieldValues>({
  state,
  onSend,
  onClose,
  children,
  ...question
}: Omit<ConfirmDialogProps, "open" | "onOpenChange" | "onConfirm"> & {
  state: ContractFormState<Values>;
  /** Sends what was judged. @throws ApiFailure */
  onSend: (values: Values, idempotencyKey: string) => Promise<Sent>;
  onClose: () => void;
}) {
  const [none] = useState(() => new WarningStore());
  const { failure, isElsewhere, box } = state;
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onConfirm={async () => {
        if ((await state.submit(onSend)) === "refused") throw new Error("The question stays open.");
      }}
      {...question}
    >
      <FormChecks form={state.form} warnings={none} attempts={state.attempts} box={box}>
        {failure && isElsewhere ? <FailureBox ref={box} error={failure} className="mb-3" /> : null}
        {children}
      </FormChecks>
    </ConfirmDialog>
  );
}
