"use client";

import { Power } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useOperation } from "@/components/use-operation";
import type { Webhook } from "@/lib/contracts/webhook";

/** Enables the endpoint at once, without a question: nothing can be lost. */
export function EnableButton({
  endpoint,
  variant = "primary",
}: {
  endpoint: Webhook;
  variant?: "primary" | "secondary";
}) {
  const t = useTranslations("webhooks.status");
  const { attempt, isBusy } = useOperation("enableWebhook");
  return (
    <Button
      variant={variant}
      loading={isBusy}
      onClick={() => void attempt({ id: endpoint.id }, { done: t("enabled") })}
    >
      <Power aria-hidden="true" />
      {t("enable")}
    </Button>
  );
}
