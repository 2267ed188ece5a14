import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { MAX_ENDPOINTS } from "@/lib/contracts/webhook";
import { pageHref } from "@/lib/pages/page-href";
import { env } from "@/server/env";
import { openPage } from "@/server/pages/context";
import { NewEndpoint } from "./new-endpoint";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("newTitle") };
}

/** The form of a new endpoint. */
export default async function NewEndpointPage({ params }: PageProps<"/[environment]/webhooks/new">) {
  const { ctx, where } = await openPage({ part: "newWebhook", params });
  const t = await getTranslations("webhooks");
  const list = pageHref("/webhooks", ctx.environment, where.accountId ?? null);
  return (
    <>
      <PageHeader title={t("newTitle")} back={<TextLink href={list}>← {t("title")}</TextLink>} />
      <NewEndpoint key={ctx.environment} most={MAX_ENDPOINTS} allowedHosts={env().webhookAllowedPrivateHosts} />
    </>
  );
}
