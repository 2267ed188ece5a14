"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import type { Where } from "@/lib/api-client";
import { PasswordInput } from "../auth/password-input";
import { Button } from "../ui/button";
import { useFailureToast } from "../ui/failure-toast";
import { Field } from "../ui/field";
import { Section } from "../ui/section";
import { useOperation } from "../use-operation";
import { type Wrong, wrongFields } from "./wrong-fields";

/** Changes the person's own password. No contract form: the rules of passwords are judged on the server alone. */
export function PasswordSection({ email, where }: { email: string; where: Where }) {
  const t = useTranslations("settings.security.password");
  const { send, isBusy } = useOperation("changePassword", where);
  const showFailure = useFailureToast();
  const [wrong, setWrong] = useState<Wrong>({});

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    setWrong({});
    try {
      const input = {
        current_password: String(fields.get("current_password")),
        password: String(fields.get("password")),
      };
      await send(input, { done: ({ ended }) => t("done", { count: ended }), onDone: () => form.reset() });
    } catch (error) {
      const refused = wrongFields(error);
      setWrong(refused);
      if (Object.keys(refused).length === 0) showFailure(error);
      form.querySelector<HTMLInputElement>(`[name=${Object.keys(refused)[0] ?? "password"}]`)?.select();
    }
  }

  return (
    <Section title={t("title")} description={t("about")}>
      <form method="post" onSubmit={submit} className="flex max-w-md flex-col gap-4">
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <Field label={t("current")} error={wrong.current_password}>
          <PasswordInput name="current_password" autoComplete="current-password" required maxLength={1024} />
        </Field>
        <Field label={t("new")} hint={t("hint")} error={wrong.password}>
          <PasswordInput name="password" autoComplete="new-password" required maxLength={1024} />
        </Field>
        <Button type="submit" loading={isBusy} className="self-start">
          {t("submit")}
        </Button>
      </form>
    </Section>
  );
}
