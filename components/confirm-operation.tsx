"use client";

import type { CallInput, Where } from "@/lib/api-client";
import type { WriteId } from "@/lib/operations";
import { ConfirmDialog, type ConfirmDialogProps } from "./ui/alert-dialog";
import { useFailureToast } from "./ui/failure-toast";
import { type SendOptions, useOperation } from "./use-operation";

/** Asks before an operation; it stays open if that fails, and a notice says why. */
export function ConfirmOperation<Id extends WriteId>({
  operation,
  input,
  elsewhere,
  done,
  onDone,
  isReadLater = false,
  onFailure,
  onClose,
  ...question
}: Omit<ConfirmDialogProps, "open" | "onOpenChange" | "onConfirm"> &
  Pick<SendOptions<Id>, "done" | "onDone" | "isReadLater"> & {
    operation: Id;
    input: CallInput<Id>;
    /** Another account or environment than the page's. */
    elsewhere?: Where;
    /** Instead of the notice. */
    onFailure?: (error: unknown) => void;
    onClose: () => void;
  }) {
  const { send } = useOperation(operation, elsewhere);
  const showFailure = useFailureToast();
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onConfirm={async () => {
        await send(input, { ...(done && { done }), ...(onDone && { onDone }), isReadLater }).catch((error: unknown) => {
          (onFailure ?? showFailure)(error);
          throw error;
        });
      }}
      {...question}
    />
  );
}
