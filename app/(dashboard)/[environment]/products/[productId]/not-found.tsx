"use client";

import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";

/** A product that does not exist, or belongs to another account; the page does not say which. */
export default function ProductNotFound() {
  const t = useTranslations("products.notFound");
  const { href } = useWorkspace();
  return (
    <>
      <PageHeader title={t("title")} description={t("text")} />
      <LinkButton href={href("/products")}>{t("toList")}</LinkButton>
    </>
  );
}
