"use client";

import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Dialog, DialogContent } from "../ui/dialog";
import { RecoveryCodes } from "./recovery-codes";

/** Shows new recovery codes. A click outside the dialog does not lose them. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTranslations("settings.security.codes");
  return (
    <Dialog open>
      <DialogContent
        title={t("title")}
        closeHidden
        footer={
          <Button variant="primary" onClick={onClose}>
            {t("kept")}
          </Button>
        }
      >
        <RecoveryCodes codes={codes} />
      </DialogContent>
    </Dialog>
  );
}
