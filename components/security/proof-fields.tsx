"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { queryFor, type Where } from "@/lib/api-client";
import type { Proof } from "@/lib/contracts/security";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { PasskeyButton } from "../auth/passkey-button";
import { signWithPasskey } from "../auth/passkeys";
import { PasswordInput } from "../auth/password-input";
import { useOffersPasskeys } from "../auth/use-offers-passkeys";
import { Field } from "../ui/field";
import type { Wrong } from "./wrong-fields";

/**
 * Asks for the password, or a passkey of those who have one, before something that changes how the person signs in
 * (contract §8.17). `onPasskey` is called with what the passkey signed.
 */
export function ProofFields({
  where,
  wrong,
  isBusy,
  password,
  onPasskey,
}: {
  where: Where;
  wrong: Wrong;
  isBusy: boolean;
  password?: RefObject<HTMLInputElement | null>;
  onPasskey: (sign: () => Promise<Proof | null>) => void;
}) {
  const t = useTranslations("settings.security");
  const { data } = useQuery(queryFor("listFactors", ALL_ROWS, where));
  const hasPasskey = data?.data.some(({ kind }) => kind === "passkey");
  const offersPasskeys = useOffersPasskeys();
  return (
    <div className="flex flex-col gap-4">
      {wrong.credential ? (
        <p role="alert" className="rounded-md bg-bad-tint px-3 py-2 text-bad">
          {wrong.credential}
        </p>
      ) : null}
      <Field label={t("yourPassword")} error={wrong.password}>
        <PasswordInput ref={password} name="password" autoComplete="current-password" required maxLength={1024} />
      </Field>
      {hasPasskey && offersPasskeys ? (
        <PasskeyButton label={t("orPasskey")} isDisabled={isBusy} onPress={() => onPasskey(proveByPasskey)} />
      ) : null}
    </div>
  );
}

/** What a passkey signed; null: the person declined. */
async function proveByPasskey(): Promise<Proof | null> {
  const credential = await signWithPasskey();
  return credential === null ? null : { credential: JSON.parse(credential) };
}
