"use client";

import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { useWarehouse } from "@/components/warehouse/workspace";

/** A wave that does not exist, or belongs to the other environment. */
export default function WaveNotFound() {
  const t = useTranslations("warehouse.waves.notFound");
  const { href } = useWarehouse();
  return (
    <>
      <PageHeader title={t("title")} description={t("text")} />
      <LinkButton href={href("/waves")}>{t("toList")}</LinkButton>
    </>
  );
}
