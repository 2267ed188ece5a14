"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef } from "react";
import { CodeField } from "@/components/auth/code-field";
import { PasskeyButton } from "@/components/auth/passkey-button";
import { PasswordInput } from "@/components/auth/password-input";
import { stopWaitingForPasskey } from "@/components/auth/sign-in";
import { ProblemNote } from "@/components/auth/sign-in-problem";
import { useOffersPasskeys } from "@/components/auth/use-offers-passkeys";
import { useSignIn } from "@/components/auth/use-sign-in";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { TextLink } from "@/components/ui/link-button";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";

/** The server forgets after five minutes what a passkey is to sign. */
const ASK_AGAIN_MS = 4 * 60_000;

/**
 * Signs in and continues with a full page load, so that nothing made before signing in stays in the browser.
 * `offersPasskeys`: whether the page is where passkeys work; the browser decides whether it has them.
 */
export function SignInForm({ next, offersPasskeys }: { next: string | null; offersPasskeys: boolean }) {
  const t = useTranslations("signIn");
  const isHydrated = useIsHydrated();
  const { isBusy, needsCode, problem, attempt, attemptPasskey, back } = useSignIn();
  const hasPasskeys = useOffersPasskeys(offersPasskeys);
  const password = useRef<HTMLInputElement>(null);

  // The browser offers passkeys among the e-mails that it fills in.
  useEffect(() => {
    if (!hasPasskeys) return;
    const wait = () => void attemptPasskey(true).then((isIn) => isIn && goOn(next));
    const touches = new AbortController();
    let timer: ReturnType<typeof setInterval> | undefined;
    const begin = () => {
      touches.abort();
      wait();
      timer = setInterval(wait, ASK_AGAIN_MS);
    };
    // Not before the person does something: pages that are only opened load and ask nothing.
    for (const type of ["pointermove", "pointerdown", "keydown"])
      window.addEventListener(type, begin, { passive: true, signal: touches.signal });
    return () => {
      touches.abort();
      clearInterval(timer);
      if (timer !== undefined) void stopWaitingForPasskey();
    };
  }, [hasPasskeys, attemptPasskey, next]);

  // The code step has its own URL, set by replaceState. A reload there starts over, because only this page's memory has
  // the password. A change of language keeps the page, but resets its URL.
  useEffect(() => {
    const { pathname, search } = window.location;
    const path = needsCode ? "/second-factor" : "/sign-in";
    if (pathname !== path) window.history.replaceState(window.history.state, "", path + search);
  });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (await attempt(new FormData(event.currentTarget))) goOn(next);
    else password.current?.select();
  }

  async function signInByPasskey() {
    if (await attemptPasskey()) goOn(next);
  }

  return (
    // `post` keeps a password out of the address if the form is ever sent by the browser itself.
    <form method="post" onSubmit={submit} className="mt-6 flex flex-col gap-4">
      {hasPasskeys ? (
        <>
          <PasskeyButton isDisabled={isBusy || !isHydrated} onPress={() => void signInByPasskey()} />
          <p className="flex items-center gap-3 text-xs text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
            {t(needsCode ? "orCode" : "or")}
          </p>
        </>
      ) : null}
      <ProblemNote problem={problem} />
      {/* They stay in the form while the code is asked for. */}
      <div className={needsCode ? "hidden" : "contents"}>
        <Field label={t("email")}>
          <Input
            name="email"
            type="email"
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={254}
          />
        </Field>
        <Field label={t("password")}>
          <PasswordInput ref={password} name="password" autoComplete="current-password" required maxLength={1024} />
        </Field>
      </div>
      {needsCode ? <CodeField problem={problem} /> : null}
      {/* Until the page runs in the browser, a click would submit the form without this code. */}
      <Button type="submit" variant="primary" loading={isBusy} disabled={!isHydrated} className="mt-2 opacity-100">
        {t("submit")}
      </Button>
      {needsCode ? (
        <Button onClick={back}>{t("back")}</Button>
      ) : (
        <TextLink href="/forgot-password" className="self-start">
          {t("forgotten")}
        </TextLink>
      )}
    </form>
  );
}

/** Without a page to go to, this one sends the person to their home page. */
function goOn(next: string | null): void {
  window.location.assign(next ?? "/sign-in");
}
