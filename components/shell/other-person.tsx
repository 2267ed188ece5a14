"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "../ui/alert-dialog";

/** Says that somebody else signed in in another tab of this browser. */
export function OtherPerson({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useTranslations("sessionEnded");
  function reload() {
    window.location.reload();
    // The dialog stays until the page has been left.
    return new Promise(() => undefined);
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t("otherTitle")}
      description={t("otherText", { email })}
      confirmLabel={t("reload")}
      cancelLabel={t("stay")}
      onConfirm={reload}
    />
  );
}
