"use client";

import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { usePlace } from "@/components/environment";
import { RollSecretDialog } from "@/components/roll-secret-dialog";
import { SecretOnce } from "@/components/secret-once";
import { call } from "@/lib/api-client";
import { isSecret, OWN_SECRET } from "@/lib/contracts/webhook";
import { validationMessage } from "@/lib/i18n/validation";
import { SecretChoice } from "../secret-choice";
import { useWebhookChanged } from "../webhook-changed";
import type { EndpointDialogProps } from "./settings";

/** Makes a new secret or takes the merchant's own, with or without a day in which both secrets sign; shows it once. */
export default function RollEndpointSecret({ endpoint: { id }, onClose }: EndpointDialogProps) {
  const t = useTranslations("webhooks.roll");
  const words = useTranslations("webhooks.secret");
  const { where } = usePlace();
  const changed = useWebhookChanged();
  const language = useLocale();
  const field = useId();
  const [own, setOwn] = useState<string | null>(null);
  const [isJudged, setIsJudged] = useState(false);
  const isRight = own === null || isSecret(own);
  const roll = async (overlap_hours: number) => {
    const given = own === null ? {} : { secret: own };
    const { secret, ...rolled } = await call("rollWebhookSecret", { id, overlap_hours, ...given }, where);
    await changed(rolled);
    return (next: string) => (
      <SecretOnce secret={secret} words={{ title: words("title"), once: words("once"), copy: words("copy") }}>
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
    <RollSecretDialog title={t("title")} kept={t("kept")} words={t} roll={roll} judge={judge} onClose={onClose}>
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
