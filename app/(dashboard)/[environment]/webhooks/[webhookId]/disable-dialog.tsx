"use client";

import { useTranslations } from "next-intl";
import { ConfirmOperation } from "@/components/confirm-operation";
import type { EndpointDialogProps } from "./settings";

/** Asks before an endpoint is disabled. */
export default function DisableDialog({ endpoint, onClose }: EndpointDialogProps) {
  const t = useTranslations("webhooks.status");
  return (
    <ConfirmOperation
      operation="disableWebhook"
      input={{ id: endpoint.id }}
      title={t("disableTitle")}
      description={t("disableMeans")}
      confirmLabel={t("disable")}
      done={t("disabled")}
      onClose={onClose}
    />
  );
}
