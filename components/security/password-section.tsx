"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { call, keyOf, type Where } from "@/lib/api-client";
import { PasswordInput } from "../password-input";
import { Button } from "../ui/button";
import { useFailureToast } from "../ui/failure-toast";
import { Field } from "../ui/field";
import { Section } from "../ui/section";
import { toast } from "../ui/toast";
import { type Wrong, wrongFields } from "./wrong-fields";

/** Changes the person's own password. No contract form: the rules of passwords are judged on the server alone. */
export function PasswordSection({ email, where }: { email: string; where: Where }) {
  const t = useTranslations("settings.security.password");
  const client = useQueryClient();
  const showFailure = useFailureToast();
  const [isBusy, setIsBusy] = useState(false);
  const [wrong, setWrong] = useState<Wrong>({});

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    setIsBusy(true);
    setWrong({});
    try {
      const input = {
        current_password: String(fields.get("current_password")),
        password: String(fields.get("password")),
      };
      const { ended } = await call("changePassword", input, where);
      form.reset();
      toast.success(t("done", { count: ended }));
      void client.invalidateQueries({ queryKey: keyOf("listSessions", where) });
    } catch (error) {
      const refused = wrongFields(error);
      setWrong(refused);
      if (Object.keys(refused).length === 0) showFailure(error);
      form.querySelector<HTMLInputElement>(`[name=${Object.keys(refused)[0] ?? "password"}]`)?.select();
    }
    setIsBusy(false);
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
