"use client";

import { useMutation } from "@tanstack/react-query";
import { Power } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api-client";
import type { Webhook } from "@/lib/contracts/webhook";
import { useWebhookChanged } from "../webhook-changed";

/** Enables the endpoint at once, without a question: nothing can be lost. */
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
    mutationFn: () => call("enableWebhook", { id: endpoint.id }, where),
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
