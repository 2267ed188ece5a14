import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { pageHref } from "@/lib/pages/page-href";
import { openPage } from "@/server/pages/context";
import { ProductImport } from "./product-import";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("products"))("import.title") };
}

/** Products from a file: choose it, check and correct it, then send it. */
export default async function ImportProductsPage({ params }: PageProps<"/[environment]/products/import">) {
  const { ctx, where } = await openPage({ part: "dashboard", params });
  const t = await getTranslations("products");
  const list = pageHref("/products", ctx.environment, where.accountId ?? null);
  return (
    <>
      <PageHeader
        title={t("import.title")}
        description={t("import.about")}
        back={<TextLink href={list}>← {t("title")}</TextLink>}
      />
      <ProductImport key={ctx.environment} />
    </>
  );
}
