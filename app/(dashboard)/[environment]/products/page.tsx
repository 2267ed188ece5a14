import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ExportButton } from "@/components/lists/export-button";
import { NotOffered } from "@/components/pick-pack/not-offered";
import { Prefetched } from "@/components/prefetched";
import { ProductList } from "@/components/products/product-list";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { listProducts } from "@/lib/contracts/product";
import { readListQuery } from "@/lib/lists/list-query";
import { pageHref } from "@/lib/pages/page-href";
import { openPage } from "@/server/pages/context";
import { hasStock, listAnswers } from "@/server/pages/products";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("products"))("title") };
}

type Props = PageProps<"/[environment]/products">;

/** The merchant's stock list. A merchant without pick-and-pack and without stock of earlier reads how to get it. */
export default async function ProductsPage({ params, searchParams }: Props) {
  const { ctx, account, where, may } = await openPage({ part: "dashboard", params });
  const t = await getTranslations("products");
  const view = readListQuery(listProducts, await searchParams);
  const { total, answers } = await listAnswers(ctx, view.query, where);
  if (!account.pickPack && !(await hasStock(ctx)))
    return (
      <>
        <PageHeader title={t("title")} />
        <NotOffered part="products" />
      </>
    );

  const toPage = (path: string) => pageHref(`/products${path}`, ctx.environment, where.accountId ?? null);
  const add = may("createProduct") ? (
    <LinkButton href={toPage("/new")} variant="primary">
      {t("actions.new")}
    </LinkButton>
  ) : null;
  const load = may("importProducts") ? <LinkButton href={toPage("/import")}>{t("actions.import")}</LinkButton> : null;
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("about")}
        actions={
          total > 0 ? (
            <>
              <ExportButton operation="exportProducts" name="products" label={t("actions.export")} />
              {load}
              {add}
            </>
          ) : null
        }
      />
      <Prefetched answers={answers}>
        <ProductList
          key={`${ctx.environment} ${account.id}`}
          view={view}
          firstSteps={
            <>
              {load}
              {add}
            </>
          }
        />
      </Prefetched>
    </>
  );
}
