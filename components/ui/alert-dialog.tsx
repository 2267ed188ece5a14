"use client";

import { useTranslations } from "next-intl";
import { AlertDialog as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";
import { Button } from "./button";
import { overlayStyles } from "./dialog";
import { useReturnFocus } from "./return-focus";

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** What happens, and what can no longer be changed afterwards. */
  description: ReactNode;
  /** Says what it does: "Cancel 3 orders", never "OK". */
  confirmLabel: ReactNode;
  /** The button that goes back; "Cancel" would be unclear where orders are cancelled. */
  cancelLabel?: ReactNode;
  tone?: "normal" | "danger";
  /** The dialog stays open and busy until this resolves, and stays open when it rejects. */
  onConfirm: () => unknown;
  /** Details between description and buttons: prices, a list, a reason to choose. */
  children?: ReactNode;
  confirmDisabled?: boolean;
};

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, cancelLabel, tone = "normal", children } = props;
  const t = useTranslations("ui");
  const focus = useReturnFocus();
  const [isBusy, setIsBusy] = useState(false);

  async function confirm() {
    setIsBusy(true);
    try {
      await props.onConfirm();
      onOpenChange(false);
    } catch {
      // The caller shows what went wrong; the question stays open.
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Radix.Root open={open} onOpenChange={(next) => !isBusy && onOpenChange(next)}>
      <Radix.Portal>
        <Radix.Overlay className={overlayStyles} />
        <Radix.Content
          {...focus}
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[calc(100dvh-2rem)] animate-appear flex-col overflow-y-auto rounded-t-lg bg-surface p-4 text-text shadow-panel outline-none sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[calc(100vw-4rem)] sm:max-w-md sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg sm:p-6"
        >
          <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="mt-2 text-muted">{description}</div>
          </Radix.Description>
          {children ? <div className="mt-4">{children}</div> : null}
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <Radix.Cancel asChild>
              <Button disabled={isBusy}>{cancelLabel ?? t("cancel")}</Button>
            </Radix.Cancel>
            <Button
              variant={tone === "danger" ? "danger" : "primary"}
              loading={isBusy}
              disabled={props.confirmDisabled}
              onClick={confirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
