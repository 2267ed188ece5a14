"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { Wrong } from "../security/wrong-fields";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import type { SignInProblem } from "./sign-in";

/** Asks for the code of the second factor; it takes the focus when it appears and after each refusal (`problem`). */
export function CodeField({ problem, error }: { problem: SignInProblem | Wrong | null; error?: string | undefined }) {
  const t = useTranslations("signIn");
  const input = useRef<HTMLInputElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal selects what was typed
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, [problem]);

  return (
    <Field label={t("codeLabel")} hint={t("codeHint")} error={error}>
      <Input
        ref={input}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={60}
      />
    </Field>
  );
}
