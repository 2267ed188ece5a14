import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ItemList } from "@/components/items/item-list";
import { Prefetched } from "@/components/prefetched";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { listItems } from "@/lib/contracts/item";
import { readListQuery } from "@/lib/lists/list-query";
import { pageHref } from "@/lib/pages/page-href";
import * as goods from "@/server/goods";
import { openPage } from "@/server/pages/context";
import { prefetch } from "@/server/pages/prefetch";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("items"))("title") };
}

type Props = PageProps<"/[environment]/items">;

/** What the merchant has saved about goods. */
export default async function ItemsPage({ params, searchParams }: Props) {
  const { ctx, account, where, may } = await openPage({ part: "dashboard", params });
  const t = await getTranslations("items");
  const view = readListQuery(listItems, await searchParams);
  const rows = await prefetch(listItems, goods.listItems, view.query, ctx, where);
  const toPage = (path: string) => pageHref(path, ctx.environment, where.accountId ?? null);
  const actions = (
    <>
      {may("importProducts") ? <LinkButton href={toPage("/products/import")}>{t("import")}</LinkButton> : null}
      {may("createItem") ? (
        <LinkButton href={toPage("/items/new")} variant="primary">
          {t("new")}
        </LinkButton>
      ) : null}
    </>
  );
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} actions={actions} />
      <Prefetched answers={[rows]}>
        <ItemList key={`${ctx.environment} ${account.id}`} view={view} />
      </Prefetched>
    </>
  );
}
