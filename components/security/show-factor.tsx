"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { call, type Where } from "@/lib/api-client";
import { CodeField } from "../auth/code-field";
import { PasskeyButton } from "../auth/passkey-button";
import { signWithPasskey } from "../auth/passkeys";
import { useOffersPasskeys } from "../auth/use-offers-passkeys";
import { Button } from "../ui/button";
import { useFailureToast } from "../ui/failure-toast";
import { type Wrong, wrongFields } from "./wrong-fields";

/** Asks the signed-in person for the second factor (contract §8.21), then leads to `next`. */
export function ShowFactor({ where, next, hasPasskey }: { where: Where; next: string; hasPasskey: boolean }) {
  const t = useTranslations("secondFactor");
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
    <form method="post" onSubmit={submit} className="mt-6 flex flex-col gap-4">
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
      <CodeField problem={wrong} error={wrong.code} />
      <Button type="submit" variant="primary" loading={isBusy} className="mt-2">
        {t("submit")}
      </Button>
    </form>
  );
}
