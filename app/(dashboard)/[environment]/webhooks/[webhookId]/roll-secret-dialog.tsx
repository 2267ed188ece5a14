"use client";

import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { RollSecretDialog } from "@/components/roll-secret-dialog";
import { SecretOnce } from "@/components/secret-once";
import { useOperation } from "@/components/use-operation";
import { isSecret, OWN_SECRET, type Webhook } from "@/lib/contracts/webhook";
import { validationMessage } from "@/lib/i18n/validation";
import { SecretChoice } from "../secret-choice";

/** Makes a new secret or takes the merchant's own, with or without a day in which both secrets sign; shows it once. */
export default function RollEndpointSecret({ endpoint: { id }, onClose }: { endpoint: Webhook; onClose: () => void }) {
  const t = useTranslations("webhooks.roll");
  const tSecret = useTranslations("webhooks.secret");
  const { attempt } = useOperation("rollWebhookSecret");
  const language = useLocale();
  const field = useId();
  const [own, setOwn] = useState<string | null>(null);
  const [isJudged, setIsJudged] = useState(false);
  const isRight = own === null || isSecret(own);
  const roll = async (overlap_hours: number) => {
    const given = own === null ? {} : { secret: own };
    const rolled = await attempt({ id, overlap_hours, ...given });
    if (!rolled) return undefined;
    return (next: string) => (
      <SecretOnce
        secret={rolled.secret}
        labels={{ title: tSecret("title"), once: tSecret("once"), copy: tSecret("copy") }}
      >
        <p>{next}</p>
      </SecretOnce>
    );
  };
  function judge(): boolean {
    setIsJudged(true);
    if (!isRight) document.getElementById(field)?.focus();
    return isRight;
  }
  return (
    <RollSecretDialog title={t("title")} kept={t("kept")} labelOf={t} roll={roll} judge={judge} onClose={onClose}>
      <SecretChoice
        id={field}
        value={own}
        error={isJudged && !isRight ? validationMessage("ownSecret", OWN_SECRET, language) : undefined}
        onChange={(value) => {
          setOwn(value);
          if (value === null || value === "") setIsJudged(false);
        }}
        onLeave={() => own && setIsJudged(true)}
      />
    </RollSecretDialog>
  );
}
