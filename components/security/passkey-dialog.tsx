"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { addPasskey, isDeclined } from "../passkeys";
import { PasswordInput } from "../password-input";
import { Button } from "../ui/button";
import { Dialog, DialogContent } from "../ui/dialog";
import { useFailureToast } from "../ui/failure-toast";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { type Wrong, wrongFields } from "./wrong-fields";

/** Asks for a name and the password, then has the browser make the passkey. */
export function PasskeyDialog({ onAdded, onClose }: { onAdded: (codes: string[]) => void; onClose: () => void }) {
  const t = useTranslations("settings.security.passkeys");
  const security = useTranslations("settings.security");
  const ui = useTranslations("ui");
  const showFailure = useFailureToast();
  const [isBusy, setIsBusy] = useState(false);
  const [wrong, setWrong] = useState<Wrong>({});

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setIsBusy(true);
    setWrong({});
    try {
      onAdded(await addPasskey(String(fields.get("name")), String(fields.get("password"))));
    } catch (error) {
      const refused = wrongFields(error);
      // The browser itself says so of a passkey that it has already.
      if (error instanceof Error && error.name === "InvalidStateError") setWrong({ credential: t("here") });
      else if (isDeclined(error)) setWrong({ credential: t("declined") });
      else if (Object.keys(refused).length > 0) setWrong(refused);
      else showFailure(error);
    }
    setIsBusy(false);
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        title={t("add")}
        description={t("how")}
        footer={
          <>
            <Button disabled={isBusy} onClick={onClose}>
              {ui("cancel")}
            </Button>
            <Button type="submit" form="add-passkey" variant="primary" loading={isBusy}>
              {t("goOn")}
            </Button>
          </>
        }
      >
        <form id="add-passkey" method="post" onSubmit={add} className="flex flex-col gap-4">
          {wrong.credential ? (
            <p role="alert" className="rounded-md bg-bad-tint px-3 py-2 text-bad">
              {wrong.credential}
            </p>
          ) : null}
          <Field label={t("name")} hint={t("nameHint")} error={wrong.name}>
            <Input name="name" required maxLength={60} autoComplete="off" />
          </Field>
          <Field label={security("yourPassword")} error={wrong.password}>
            <PasswordInput name="password" autoComplete="current-password" required maxLength={1024} />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
