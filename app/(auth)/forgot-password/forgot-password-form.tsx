"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { useFailureMessage } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { LinkButton } from "@/components/ui/link-button";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { call } from "@/lib/api-client";

/** Asks for the e-mail, then says that a link is on its way if a person has it. */
export function ForgotPasswordForm() {
  const t = useTranslations("forgotPassword");
  const isHydrated = useIsHydrated();
  const failureMessage = useFailureMessage();
  const [isBusy, setIsBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email")).trim();
    setIsBusy(true);
    setProblem(null);
    try {
      await call("forgotPassword", { email }, { environment: "production" });
      setSentTo(email);
    } catch (error) {
      const { title, todo, detail } = failureMessage(error);
      setProblem(detail ?? `${title}. ${todo}`);
    }
    setIsBusy(false);
  }

  if (sentTo !== null)
    return (
      <div role="status">
        <h1 className="text-lg font-semibold">{t("sentTitle")}</h1>
        <p className="mt-2 text-muted [overflow-wrap:anywhere]">{t("sentText", { email: sentTo })}</p>
        <p className="mt-2 text-muted">{t("noneText")}</p>
        <div className="mt-6 flex flex-wrap gap-2">
          <LinkButton href="/sign-in">{t("back")}</LinkButton>
          <Button onClick={() => setSentTo(null)}>{t("other")}</Button>
        </div>
      </div>
    );
  return (
    <>
      <h1 className="text-lg font-semibold">{t("title")}</h1>
      <p className="mt-2 text-muted">{t("text")}</p>
      <form method="post" onSubmit={submit} className="mt-6 flex flex-col gap-4">
        <Field label={t("email")} error={problem}>
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
        <div className="mt-2 flex flex-wrap gap-2">
          <Button type="submit" variant="primary" loading={isBusy} disabled={!isHydrated} className="opacity-100">
            {t("submit")}
          </Button>
          <LinkButton href="/sign-in">{t("back")}</LinkButton>
        </div>
      </form>
    </>
  );
}
