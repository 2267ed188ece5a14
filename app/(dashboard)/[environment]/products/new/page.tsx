import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { pageHref } from "@/lib/pages/page-href";
import { openPage } from "@/server/pages/context";
import { NewProduct } from "./new-product";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("products"))("actions.new") };
}

/** The form of a new product. */
export default async function NewProductPage({ params }: PageProps<"/[environment]/products/new">) {
  const { ctx, where } = await openPage({ part: "dashboard", params });
  const t = await getTranslations("products");
  const list = pageHref("/products", ctx.environment, where.accountId ?? null);
  return (
    <>
      <PageHeader title={t("actions.new")} back={<TextLink href={list}>← {t("title")}</TextLink>} />
      <NewProduct key={ctx.environment} />
    </>
  );
}
