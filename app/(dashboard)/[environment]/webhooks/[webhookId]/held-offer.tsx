"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import type { Webhook } from "@/lib/contracts/webhook";

const ReplayMissedDialog = lazy(() => lazyPart(() => import("./replay-missed-dialog")));

/** After an endpoint is enabled again: the way to send what it missed. */
export function HeldOffer({ endpoint }: { endpoint: Webhook }) {
  const t = useTranslations("webhooks.held");
  const [isAsked, setIsAsked] = useState(false);
  const { held, missed } = endpoint.health;
  if (endpoint.status === "disabled" || held + missed === 0) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md bg-info-tint px-4 py-3">
      <p className="min-w-0 flex-1 basis-64 text-info">{t("text", { held, missed })}</p>
      <Button variant="primary" onClick={() => setIsAsked(true)}>
        <Send aria-hidden="true" />
        {t("send", { count: held + missed })}
      </Button>
      <Suspense fallback={null}>
        {isAsked ? <ReplayMissedDialog endpoint={endpoint} onClose={() => setIsAsked(false)} /> : null}
      </Suspense>
    </div>
  );
}
