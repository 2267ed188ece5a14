"use client";

import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { CopyButton } from "../ui/copy-button";
import { Dialog, DialogContent } from "../ui/dialog";

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

/** New recovery codes. They are shown this once. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useTranslations("settings.security.codes");
  return (
    <div className="flex flex-col gap-3">
      <p className="rounded-md bg-warn-tint px-3 py-2 text-warn">{t("once")}</p>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-md bg-code px-3 py-2 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton
        text={codes.join("\n")}
        what={t("what")}
        label={t("copy")}
        variant="secondary"
        className="self-start"
      />
    </div>
  );
}
