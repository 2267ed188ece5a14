"use client";

import { signIn } from "next-auth/react";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { PasswordInput } from "@/components/auth/password-input";
import { Button } from "@/components/ui/button";
import { useFailureMessage } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { ApiFailure, call } from "@/lib/api-client";

/** Sets the password and signs in with it. No contract form: a field of a public page needs no form library. */
export function SetPasswordForm({
  token,
  email,
  name,
}: {
  token: string;
  email: string;
  /** Of an invited person, who may change it. */
  name?: string;
}) {
  const t = useTranslations("setPassword");
  const isHydrated = useIsHydrated();
  const failureMessage = useFailureMessage();
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const password = String(given.get("password"));
    const named = name === undefined ? {} : { name: String(given.get("name")) };
    setIsBusy(true);
    setProblem(null);
    try {
      await call("setPassword", { token, password, ...named }, { environment: "production" });
      await signIn("credentials", { redirect: false, email, password }).catch(() => undefined);
      window.location.assign("/sign-in");
    } catch (error) {
      const { title, todo, detail } = failureMessage(error);
      const isKnown = error instanceof ApiFailure && detail !== null;
      setProblem(isKnown ? detail : `${title}. ${todo}`);
      setIsBusy(false);
      input.current?.select();
    }
  }

  return (
    <form method="post" onSubmit={submit} className="mt-6 flex flex-col gap-4">
      {/* Lets password managers know whose password it is. */}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      {name === undefined ? null : (
        <Field label={t("invitation.name")}>
          <Input name="name" autoComplete="name" required maxLength={100} defaultValue={name} />
        </Field>
      )}
      <Field label={t("password")} hint={t("hint")} error={problem}>
        <PasswordInput ref={input} name="password" autoComplete="new-password" required maxLength={1024} />
      </Field>
      <Button type="submit" variant="primary" loading={isBusy} disabled={!isHydrated} className="mt-2 opacity-100">
        {t(name === undefined ? "submit" : "invitation.submit")}
      </Button>
      {name === undefined ? <p className="text-xs text-muted">{t("effect")}</p> : null}
    </form>
  );
}
