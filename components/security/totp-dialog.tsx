"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { call, type Where } from "@/lib/api-client";
import type { NewTotp } from "@/lib/contracts/security";
import { Button } from "../ui/button";
import { CopyButton } from "../ui/copy-button";
import { Dialog, DialogContent } from "../ui/dialog";
import { useFailureToast } from "../ui/failure-toast";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { wrongFields } from "./wrong-fields";

/** Sets up an authenticator app: shows its secret and takes its first code. */
export function TotpDialog({
  totp,
  where,
  onConfirmed,
  onClose,
}: {
  totp: NewTotp;
  where: Where;
  /** With the recovery codes, if it is the person's first second factor. */
  onConfirmed: (codes: string[]) => void;
  onClose: () => void;
}) {
  const t = useTranslations("settings.security.totp");
  const ui = useTranslations("ui");
  const showFailure = useFailureToast();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();

  async function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code"));
    setIsBusy(true);
    try {
      onConfirmed((await call("confirmTotp", { code }, where)).recovery_codes);
    } catch (error) {
      const refused = wrongFields(error).code;
      setProblem(refused);
      if (refused === undefined) showFailure(error);
    }
    setIsBusy(false);
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        title={t("title")}
        description={t("about")}
        footer={
          <>
            <Button disabled={isBusy} onClick={onClose}>
              {ui("cancel")}
            </Button>
            <Button type="submit" form="confirm-totp" variant="primary" loading={isBusy}>
              {t("confirm")}
            </Button>
          </>
        }
      >
        <form id="confirm-totp" onSubmit={confirm} className="flex flex-col gap-4">
          {/* Scanners need dark modules on a light ground, whatever the theme. */}
          <svg
            viewBox={`-4 -4 ${totp.qr.size + 8} ${totp.qr.size + 8}`}
            role="img"
            aria-label={t("qr")}
            shapeRendering="crispEdges"
            className="w-48 self-center rounded-md bg-white"
          >
            <path d={totp.qr.path} fill="black" />
          </svg>
          <div>
            <p className="text-muted">{t("byHand")}</p>
            <div className="flex flex-wrap items-center gap-2">
              <code className="rounded-md bg-code px-2 py-1 font-mono text-xs break-all">
                {totp.secret.replace(/(.{4})(?=.)/g, "$1 ")}
              </code>
              <CopyButton text={totp.secret} what={t("secret")} />
            </div>
          </div>
          <Field label={t("code")} hint={t("codeHint")} error={problem} className="max-w-xs">
            <Input name="code" inputMode="numeric" autoComplete="one-time-code" required maxLength={20} />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
