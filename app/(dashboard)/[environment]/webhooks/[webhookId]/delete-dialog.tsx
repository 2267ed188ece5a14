"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import { call, keyOf } from "@/lib/api-client";
import type { EndpointDialogProps } from "./settings";

/** Asks before an endpoint is deleted, which cannot be undone. */
export default function DeleteDialog({ endpoint, onClose }: EndpointDialogProps) {
  const t = useTranslations("webhooks.remove");
  const { where, href } = usePlace();
  const router = useRouter();
  const client = useQueryClient();
  const showFailure = useFailureToast();

  async function remove() {
    try {
      await call("deleteWebhook", { id: endpoint.id }, where);
    } catch (error) {
      showFailure(error);
      throw error;
    }
    toast.success(t("done", { url: endpoint.url }));
    // The endpoint of this page is not read again: it no longer exists.
    void client.invalidateQueries({ queryKey: keyOf("listWebhooks", where) });
    router.push(href("/webhooks"));
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      tone="danger"
      title={t("ask")}
      description={t("means")}
      confirmLabel={t("button")}
      onConfirm={remove}
    >
      <p className="rounded-md bg-code px-3 py-2 font-mono text-xs break-all">{endpoint.url}</p>
    </ConfirmDialog>
  );
}
