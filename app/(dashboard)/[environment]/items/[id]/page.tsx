import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ItemEditor } from "@/components/items/item-editor";
import { TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { pageHref } from "@/lib/pages/page-href";
import * as goods from "@/server/goods";
import { openPage } from "@/server/pages/context";
import { orNotFound } from "@/server/pages/found";

type Props = PageProps<"/[environment]/items/[id]">;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("items"))("edit") };
}

/** The form of an item. */
export default async function ItemPage({ params }: Props) {
  const { ctx, where } = await openPage({ part: "dashboard", params });
  const item = await orNotFound(goods.readItem(ctx, { id: (await params).id }));
  const t = await getTranslations("items");
  const list = pageHref("/items", ctx.environment, where.accountId ?? null);
  return (
    <>
      <PageHeader title={t("edit")} back={<TextLink href={list}>← {t("title")}</TextLink>} />
      <ItemEditor key={item.id} item={item} />
    </>
  );
}
