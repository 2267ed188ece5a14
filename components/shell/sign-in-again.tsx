"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { PasswordInput } from "../password-input";
import { type SignInProblem, signIn } from "../sign-in";
import { ProblemNote } from "../sign-in-problem";
import { Button } from "../ui/button";
import { Dialog, DialogContent } from "../ui/dialog";
import { Field } from "../ui/field";
import { Input } from "../ui/input";

/** Asks the person of the page for the password once more; the page behind stays as it is. */
export function SignInAgain({ email, onDone, onClose }: { email: string; onDone: () => void; onClose: () => void }) {
  const t = useTranslations("sessionEnded");
  const words = useTranslations("signIn");
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const password = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Forms are parents of dialogs for React, wherever these stand.
    event.stopPropagation();
    setIsBusy(true);
    setProblem(null);
    const refused = await signIn(email, password.current?.value ?? "");
    setIsBusy(false);
    setProblem(refused);
    if (refused) password.current?.select();
    else onDone();
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        title={t("title")}
        description={t("description")}
        size="sm"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          password.current?.focus();
        }}
      >
        <form method="post" onSubmit={submit} className="flex flex-col gap-4">
          <ProblemNote problem={problem} />
          <Field label={words("email")}>
            <Input name="email" type="email" autoComplete="username" readOnly value={email} />
          </Field>
          <Field label={words("password")}>
            <PasswordInput ref={password} name="password" autoComplete="current-password" required maxLength={1024} />
          </Field>
          <div className="flex flex-wrap justify-end gap-2">
            <Button disabled={isBusy} onClick={onClose}>
              {t("stay")}
            </Button>
            <Button type="submit" variant="primary" loading={isBusy}>
              {t("signIn")}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
