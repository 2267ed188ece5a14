"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import type { Webhook } from "@/lib/contracts/webhook";
import ReplayMissedDialog from "./replay-missed-dialog";

/** After an endpoint is enabled again: offers to send what it missed. */
export function HeldOffer({ endpoint }: { endpoint: Webhook }) {
  const t = useTranslations("webhooks.held");
  const [isAsked, setIsAsked] = useState(false);
  const { may } = usePlace();
  const { held, missed } = endpoint.health;
  if (!may("replayMissed") || endpoint.status === "disabled" || held + missed === 0) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md bg-info-tint px-4 py-3">
      <p className="min-w-0 flex-1 basis-64 text-info">{t("text", { held, missed })}</p>
      <Button variant="primary" onClick={() => setIsAsked(true)}>
        <Send aria-hidden="true" />
        {t("send", { count: held + missed })}
      </Button>
      {isAsked ? <ReplayMissedDialog endpoint={endpoint} onClose={() => setIsAsked(false)} /> : null}
    </div>
  );
}
