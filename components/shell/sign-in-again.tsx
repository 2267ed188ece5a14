"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useRef } from "react";
import { call } from "@/lib/api-client";
import { CodeField } from "../auth/code-field";
import { PasskeyButton } from "../auth/passkey-button";
import { PasswordInput } from "../auth/password-input";
import { ProblemNote } from "../auth/sign-in-problem";
import { useOffersPasskeys } from "../auth/use-offers-passkeys";
import { useSignIn } from "../auth/use-sign-in";
import { Button } from "../ui/button";
import { Dialog, DialogContent } from "../ui/dialog";
import { Field } from "../ui/field";
import { Input } from "../ui/input";

/** Asks the person of the page for the password again; the page behind stays as it is. */
export function SignInAgain({ email, onDone, onClose }: { email: string; onDone: () => void; onClose: () => void }) {
  const t = useTranslations("sessionEnded");
  const tSignIn = useTranslations("signIn");
  const { isBusy, needsCode, problem, attempt, attemptPasskey } = useSignIn();
  const offersPasskeys = useOffersPasskeys();
  const password = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // For React a form is the parent of a dialog inside it, wherever the dialog is in the DOM.
    event.stopPropagation();
    if (await attempt(new FormData(event.currentTarget))) onDone();
    else password.current?.select();
  }

  async function signInByPasskey() {
    if (!(await attemptPasskey())) return;
    // A passkey itself says whose it is: for another person, the page is loaded again.
    const me = await call("readMe", {}, { environment: "production" });
    if (me.person.email === email) onDone();
    else window.location.reload();
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
          {offersPasskeys ? <PasskeyButton isDisabled={isBusy} onPress={() => void signInByPasskey()} /> : null}
          <ProblemNote problem={problem} />
          <Field label={tSignIn("email")}>
            <Input name="email" type="email" autoComplete="username" readOnly value={email} />
          </Field>
          <div className={needsCode ? "hidden" : "contents"}>
            <Field label={tSignIn("password")}>
              <PasswordInput ref={password} name="password" autoComplete="current-password" required maxLength={1024} />
            </Field>
          </div>
          {needsCode ? <CodeField problem={problem} /> : null}
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
