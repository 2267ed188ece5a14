"use client";

import { useMutation } from "@tanstack/react-query";
import { Power } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import type { Webhook } from "@/lib/contracts/webhook";
import { callLazily } from "@/lib/lazy-contract";
import { ENABLE_WEBHOOK } from "../operations";
import { useWebhookChanged } from "../webhook-changed";

/** Enables the endpoint at once: nothing is lost by it. */
export function EnableButton({
  endpoint,
  variant = "primary",
}: {
  endpoint: Webhook;
  variant?: "primary" | "secondary";
}) {
  const t = useTranslations("webhooks.status");
  const { where } = usePlace();
  const changed = useWebhookChanged();
  const showFailure = useFailureToast();
  const enable = useMutation({
    mutationFn: () => callLazily(ENABLE_WEBHOOK, { id: endpoint.id }, where),
    onSuccess: async (enabled) => {
      toast.success(t("enabled"));
      await changed(enabled);
    },
    onError: showFailure,
  });
  return (
    <Button variant={variant} loading={enable.isPending} onClick={() => enable.mutate()}>
      <Power aria-hidden="true" />
      {t("enable")}
    </Button>
  );
}
