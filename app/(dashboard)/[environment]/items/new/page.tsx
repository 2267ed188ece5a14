import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ItemEditor } from "@/components/items/item-editor";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { pageHref } from "@/lib/pages/page-href";
import { openPage } from "@/server/pages/context";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("items"))("new") };
}

/** The form of a new item. */
export default async function NewItemPage({ params }: PageProps<"/[environment]/items/new">) {
  const { ctx, where } = await openPage({ part: "dashboard", params });
  const t = await getTranslations("items");
  const list = pageHref("/items", ctx.environment, where.accountId ?? null);
  return (
    <>
      <PageHeader title={t("new")} back={<TextLink href={list}>← {t("title")}</TextLink>} />
      <ItemEditor key={ctx.environment} />
    </>
  );
}
