"use client";

import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";

/** An order that is not in the warehouse, or belongs to another account; the page does not say which. */
export default function PickPackNotFound() {
  const t = useTranslations("pickPack.notFound");
  const { href } = useWorkspace();
  return (
    <>
      <PageHeader title={t("title")} description={t("text")} />
      <LinkButton href={href("/pick-pack")}>{t("toList")}</LinkButton>
    </>
  );
}
