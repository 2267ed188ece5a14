"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import type { Where } from "@/lib/api-client";
import type { Proof } from "@/lib/contracts/security";
import { addPasskey, isDeclined } from "../auth/passkeys";
import { Button } from "../ui/button";
import { Dialog, DialogContent } from "../ui/dialog";
import { useFailureToast } from "../ui/failure-toast";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { ProofFields } from "./proof-fields";
import { type Wrong, wrongFields } from "./wrong-fields";

/** Asks for a name and the password, or another passkey, then has the browser make the passkey. */
export function PasskeyDialog({
  where,
  onAdded,
  onClose,
}: {
  where: Where;
  onAdded: (codes: string[]) => void;
  onClose: () => void;
}) {
  const t = useTranslations("settings.security.passkeys");
  const tUi = useTranslations("ui");
  const showFailure = useFailureToast();
  const form = useRef<HTMLFormElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [wrong, setWrong] = useState<Wrong>({});

  async function add(prove: (fields: FormData) => Promise<Proof | null>) {
    const fields = new FormData(form.current ?? undefined);
    setIsBusy(true);
    setWrong({});
    try {
      const proof = await prove(fields);
      if (proof) onAdded(await addPasskey(String(fields.get("name")), proof));
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

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void add(async (fields) => ({ password: String(fields.get("password")) }));
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        title={t("add")}
        description={t("how")}
        footer={
          <>
            <Button disabled={isBusy} onClick={onClose}>
              {tUi("cancel")}
            </Button>
            <Button type="submit" form="add-passkey" variant="primary" loading={isBusy}>
              {t("goOn")}
            </Button>
          </>
        }
      >
        <form ref={form} id="add-passkey" method="post" onSubmit={submit} className="flex flex-col gap-4">
          <Field label={t("name")} hint={t("nameHint")} error={wrong.name}>
            <Input ref={name} name="name" required maxLength={60} autoComplete="off" />
          </Field>
          <ProofFields
            where={where}
            wrong={wrong}
            isBusy={isBusy}
            onPasskey={(sign) => void (name.current?.reportValidity() && add(sign))}
          />
        </form>
      </DialogContent>
    </Dialog>
  );
}
