"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { call, queryFor, type Where } from "@/lib/api-client";
import { PasskeyButton } from "../passkey-button";
import { signWithPasskey } from "../passkeys";
import { Button } from "../ui/button";
import { useFailureToast } from "../ui/failure-toast";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Section } from "../ui/section";
import { useOffersPasskeys } from "../use-offers-passkeys";
import { ALL } from "./lists";
import { type Wrong, wrongFields } from "./wrong-fields";

/**
 * Asks staff for their second factor before they see production (contract §8.21), or to set one up below; then leads to
 * `next`. `hadFactor`: whether they had one when the page was made.
 */
export function FactorNeeded({ where, next, hadFactor }: { where: Where; next: string; hadFactor: boolean }) {
  const t = useTranslations("settings.security.needed");
  const { data } = useQuery(queryFor("listFactors", ALL, where));
  const isSetUp = !hadFactor && (data?.data.length ?? 0) > 0;
  const Icon = isSetUp ? ShieldCheck : ShieldAlert;
  return (
    <Section
      title={
        <span className="flex items-center gap-2">
          <Icon aria-hidden="true" className="size-4 shrink-0 text-accent" />
          {t(isSetUp ? "done" : hadFactor ? "show" : "setUp")}
        </span>
      }
      description={isSetUp ? null : t("why")}
      className="mb-4"
    >
      {isSetUp ? (
        <Button variant="primary" onClick={() => window.location.assign(next)}>
          {t("goOn")}
        </Button>
      ) : hadFactor ? (
        <ShowFactor where={where} next={next} hasPasskey={data?.data.some(({ kind }) => kind === "passkey") ?? false} />
      ) : (
        <p className="text-muted">{t("below")}</p>
      )}
    </Section>
  );
}

function ShowFactor({ where, next, hasPasskey }: { where: Where; next: string; hasPasskey: boolean }) {
  const t = useTranslations("settings.security.needed");
  const words = useTranslations("signIn");
  const showFailure = useFailureToast();
  const offersPasskeys = useOffersPasskeys();
  const [isBusy, setIsBusy] = useState(false);
  const [wrong, setWrong] = useState<Wrong>({});

  async function show(factor: () => Promise<{ code: string } | { credential: string } | null>) {
    setIsBusy(true);
    setWrong({});
    try {
      const shown = await factor();
      if (shown) {
        await call("showFactor", "code" in shown ? shown : { credential: JSON.parse(shown.credential) }, where);
        window.location.assign(next);
        return;
      }
    } catch (error) {
      const refused = wrongFields(error);
      setWrong(refused);
      if (Object.keys(refused).length === 0) showFailure(error);
    }
    setIsBusy(false);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code"));
    void show(async () => ({ code }));
  }

  return (
    <form method="post" onSubmit={submit} className="flex max-w-sm flex-col gap-4">
      {wrong.credential ? (
        <p role="alert" className="rounded-md bg-bad-tint px-3 py-2 text-bad">
          {wrong.credential}
        </p>
      ) : null}
      {hasPasskey && offersPasskeys ? (
        <PasskeyButton
          label={t("passkey")}
          isDisabled={isBusy}
          onPress={() =>
            void show(async () => {
              const credential = await signWithPasskey();
              return credential === null ? null : { credential };
            })
          }
        />
      ) : null}
      <Field label={words("codeLabel")} hint={words("codeHint")} error={wrong.code}>
        <Input
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={60}
        />
      </Field>
      <Button type="submit" variant="primary" loading={isBusy} className="self-start">
        {t("goOn")}
      </Button>
    </form>
  );
}
