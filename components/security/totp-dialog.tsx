"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import type { Where } from "@/lib/api-client";
import type { NewTotp, Proof } from "@/lib/contracts/security";
import { Button } from "../ui/button";
import { CopyButton } from "../ui/copy-button";
import { Dialog, DialogContent } from "../ui/dialog";
import { useFailureToast } from "../ui/failure-toast";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { useOperation } from "../use-operation";
import { ProofFields } from "./proof-fields";
import { type Wrong, wrongFields } from "./wrong-fields";

/**
 * Sets up an authenticator app: shows its secret and takes its first code. A person who takes longer than a password counts
 * gives it again.
 */
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
  const tUi = useTranslations("ui");
  const { send } = useOperation("confirmTotp", where);
  const showFailure = useFailureToast();
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<Wrong>({});
  const [asksProof, setAsksProof] = useState(false);

  async function confirm(prove: (fields: FormData) => Promise<Proof | null>) {
    const fields = new FormData(form.current ?? undefined);
    setIsBusy(true);
    try {
      const proof = await prove(fields);
      const code = String(fields.get("code"));
      if (proof) onConfirmed((await send({ code, ...proof })).recovery_codes);
    } catch (error) {
      const refused = wrongFields(error);
      setWrong(refused);
      if (refused.password !== undefined) setAsksProof(true);
      if (Object.keys(refused).length === 0) showFailure(error);
    }
    setIsBusy(false);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void confirm(async (fields) => (asksProof ? { password: String(fields.get("password")) } : {}));
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        title={t("title")}
        description={t("about")}
        footer={
          <>
            <Button disabled={isBusy} onClick={onClose}>
              {tUi("cancel")}
            </Button>
            <Button type="submit" form="confirm-totp" variant="primary" loading={isBusy}>
              {t("confirm")}
            </Button>
          </>
        }
      >
        <form ref={form} id="confirm-totp" method="post" onSubmit={submit} className="flex flex-col gap-4">
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
          <Field label={t("code")} hint={t("codeHint")} error={wrong.code} className="max-w-xs">
            <Input name="code" inputMode="numeric" autoComplete="one-time-code" required maxLength={20} />
          </Field>
          {asksProof ? (
            <ProofFields where={where} wrong={wrong} isBusy={isBusy} onPasskey={(sign) => void confirm(sign)} />
          ) : null}
        </form>
      </DialogContent>
    </Dialog>
  );
}
