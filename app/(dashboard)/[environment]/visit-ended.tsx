"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { VisitForm } from "@/components/support/visit-form";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { onVisitEnded } from "@/lib/api-client";

/** Asks support again why they look at the account when the hour is over, so that nothing on the page is lost. */
export function VisitEnded() {
  const [isEnded, setIsEnded] = useState(false);
  useEffect(() => onVisitEnded(() => setIsEnded(true)), []);
  return isEnded ? <VisitAgain onClose={() => setIsEnded(false)} /> : null;
}

/** Asks why, and reads the page again. */
function VisitAgain({ onClose }: { onClose: () => void }) {
  const t = useTranslations("shell.visit");
  const { account, where } = useWorkspace();
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
