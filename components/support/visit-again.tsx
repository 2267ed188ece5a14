"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { usePlace } from "../environment";
import { Dialog, DialogContent } from "../ui/dialog";
import { VisitForm } from "./visit-form";

/** Asks support again why they look at the account, and reads the page again. */
export default function VisitAgain({ onClose }: { onClose: () => void }) {
  const t = useTranslations("shell.visit");
  const { account, where } = usePlace();
  const client = useQueryClient();
  const router = useRouter();

  function goOn() {
    onClose();
    router.refresh();
    void client.invalidateQueries();
  }
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent size="sm" title={t("ended")} description={t("title", { account: account.name })}>
        <VisitForm where={where} onStarted={goOn} />
      </DialogContent>
    </Dialog>
  );
}
