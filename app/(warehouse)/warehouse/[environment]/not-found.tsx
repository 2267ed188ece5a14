"use client";

import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { useWarehouse } from "@/components/warehouse/workspace";

/** Something that does not exist in the warehouse of this environment. */
export default function WarehouseNotFound() {
  const t = useTranslations("warehouse.moves");
  const { href } = useWarehouse();
  return (
    <>
      <PageHeader title={t("notFound")} description={t("notFoundText")} />
      <LinkButton href={href("/")}>{t("toQueue")}</LinkButton>
    </>
  );
}
