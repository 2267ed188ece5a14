"use client";

import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api-client";
import { useWebhookChanged } from "../webhook-changed";
import type { EndpointDialogProps } from "./settings";

/** Asks before an endpoint is disabled. */
export default function DisableDialog({ endpoint, onClose }: EndpointDialogProps) {
  const t = useTranslations("webhooks.status");
  const { where } = usePlace();
  const changed = useWebhookChanged();
  const showFailure = useFailureToast();

  async function disable() {
    try {
      const disabled = await call("disableWebhook", { id: endpoint.id }, where);
      toast.success(t("disabled"));
      await changed(disabled);
    } catch (error) {
      showFailure(error);
      throw error;
    }
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("disableTitle")}
      description={t("disableMeans")}
      confirmLabel={t("disable")}
      onConfirm={disable}
    />
  );
}
