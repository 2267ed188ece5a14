"use client";

import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { useWarehouse } from "@/components/warehouse/workspace";

/** No order with this number came to the warehouse. */
export default function BenchNotFound() {
  const t = useTranslations("warehouse.bench");
  const { href } = useWarehouse();
  return (
    <>
      <PageHeader title={t("missing.title")} description={t("missing.text")} />
      <LinkButton variant="primary" size="lg" href={href("/bench")}>
        {t("find.label")}
      </LinkButton>
    </>
  );
}
