import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { COUNTED } from "@/components/products/operations";
import { ProductList } from "@/components/products/product-list";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { queryFor } from "@/lib/api-client";
import { listProducts } from "@/lib/contracts/product";
import { pageHref } from "@/lib/page-href";
import { paginationOf } from "@/lib/pagination";
import { readProductListQuery } from "@/lib/product-list-query";
import * as pickPack from "@/server/pick-pack";
import { ExportButton } from "./export-button";
import { NotOffered } from "./not-offered";
import { productsContext } from "./page-parts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("products"))("title") };
}

type Props = {
  params: Promise<{ environment: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** The merchant's stock list. Who has no pick-and-pack, and no products from before, reads how to get it. */
export default async function ProductsPage({ params, searchParams }: Props) {
  const { ctx, account, where } = await productsContext(params);
  const t = await getTranslations("products");
  const first = { sort: "sku", offset: "0" } as const;
  const all = await pickPack.listProducts(ctx, { ...first, ...COUNTED.all });
  if (!account.pickPack && all.total === 0)
    return (
      <>
        <PageHeader title={t("title")} />
        <NotOffered />
      </>
    );

  const { query, isWrong } = readProductListQuery(await searchParams);
  const [low, { rows, total }] = await Promise.all([
    pickPack.listProducts(ctx, { ...first, ...COUNTED.low }),
    pickPack.listProducts(ctx, query),
  ]);
  const answer = (read: typeof all, page: { limit: string; offset: string }) => ({
    data: read.rows,
    pagination: paginationOf(read.total, page),
  });
  const toPage = (path: string) => pageHref(`/products${path}`, ctx.environment, where.accountId ?? null);
  const add = (
    <LinkButton href={toPage("/new")} variant="primary">
      {t("actions.new")}
    </LinkButton>
  );
  const load = <LinkButton href={toPage("/import")}>{t("actions.import")}</LinkButton>;
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("about")}
        actions={
          all.total > 0 ? (
            <>
              <ExportButton />
              {load}
              {add}
            </>
          ) : null
        }
      />
      <Prefetched
        answers={[
          [queryFor(listProducts, COUNTED.all, where).queryKey, answer(all, { limit: "1", offset: "0" })],
          [queryFor(listProducts, COUNTED.low, where).queryKey, answer(low, { limit: "1", offset: "0" })],
          [queryFor(listProducts, query, where).queryKey, answer({ rows, total }, query)],
        ]}
      >
        <ProductList
          key={`${ctx.environment} ${account.id}`}
          query={query}
          isWrong={isWrong}
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
