"use client";

import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";

/** An endpoint that does not exist, or belongs to another account; the page does not say which. */
export default function WebhookNotFound() {
  const t = useTranslations("webhooks.notFound");
  const { href } = useWorkspace();
  return (
    <>
      <PageHeader title={t("title")} description={t("text")} />
      <LinkButton href={href("/webhooks")}>{t("toList")}</LinkButton>
    </>
  );
}
