"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { PasswordInput } from "@/components/password-input";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";

type Problem = "wrong" | "throttled" | "unreachable";

/** Signs in and goes on with a whole page load, so that nothing made for nobody stays in the browser. */
export function SignInForm({ next }: { next: string | null }) {
  const t = useTranslations("signIn");
  const isHydrated = useIsHydrated();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const password = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setIsBusy(true);
    setProblem(null);
    try {
      const { signIn } = await import("next-auth/react");
      const answer = await signIn("credentials", {
        redirect: false,
        email: String(fields.get("email")),
        password: String(fields.get("password")),
      });
      if (answer?.ok && !answer.error) {
        // Without a page to go to, this one knows where the person is at home.
        window.location.assign(next ?? "/sign-in");
        return;
      }
      setProblem(answer?.error === "throttled" ? "throttled" : "wrong");
      password.current?.select();
    } catch {
      setProblem("unreachable");
    }
    setIsBusy(false);
  }

  return (
    // `post` keeps a password out of the address if the form is ever sent by the browser itself.
    <form method="post" onSubmit={submit} className="mt-6 flex flex-col gap-4">
      {problem ? (
        <p role="alert" className="flex items-start gap-2 rounded-md bg-bad-tint px-3 py-2 text-bad">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {t(problem)}
        </p>
      ) : null}
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
