"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { ConfirmOperation } from "@/components/confirm-operation";
import { usePlace } from "@/components/environment";
import type { EndpointDialogProps } from "./settings";

/** Asks before an endpoint is deleted, which cannot be undone. */
export default function DeleteDialog({ endpoint, onClose }: EndpointDialogProps) {
  const t = useTranslations("webhooks.remove");
  const { href } = usePlace();
  const router = useRouter();
  return (
    <ConfirmOperation
      operation="deleteWebhook"
      input={{ id: endpoint.id }}
      tone="danger"
      title={t("ask")}
      description={t("means")}
      confirmLabel={t("button")}
      done={t("done", { url: endpoint.url })}
      onDone={() => router.push(href("/webhooks"))}
      onClose={onClose}
    >
      <p className="rounded-md bg-code px-3 py-2 font-mono text-xs break-all">{endpoint.url}</p>
    </ConfirmOperation>
  );
}
