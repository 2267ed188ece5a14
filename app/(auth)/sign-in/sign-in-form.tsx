"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { PasswordInput } from "@/components/password-input";
import { type SignInProblem, signIn } from "@/components/sign-in";
import { ProblemNote } from "@/components/sign-in-problem";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";

/** Signs in and goes on with a whole page load, so that nothing made for nobody stays in the browser. */
export function SignInForm({ next }: { next: string | null }) {
  const t = useTranslations("signIn");
  const isHydrated = useIsHydrated();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const password = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setIsBusy(true);
    setProblem(null);
    const refused = await signIn(String(fields.get("email")), String(fields.get("password")));
    if (!refused) {
      // Without a page to go to, this one knows where the person is at home.
      window.location.assign(next ?? "/sign-in");
      return;
    }
    setProblem(refused);
    password.current?.select();
    setIsBusy(false);
  }

  return (
    // `post` keeps a password out of the address if the form is ever sent by the browser itself.
    <form method="post" onSubmit={submit} className="mt-6 flex flex-col gap-4">
      <ProblemNote problem={problem} />
      <Field label={t("email")}>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={254}
        />
      </Field>
      <Field label={t("password")}>
        <PasswordInput ref={password} name="password" autoComplete="current-password" required maxLength={1024} />
      </Field>
      {/* Until the page runs, pressing it would send the form past us. */}
      <Button type="submit" variant="primary" loading={isBusy} disabled={!isHydrated} className="mt-2 opacity-100">
        {t("submit")}
      </Button>
      <p className="text-xs text-muted">{t("forgotten")}</p>
    </form>
  );
}
