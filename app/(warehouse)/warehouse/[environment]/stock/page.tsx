import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { COUNTED } from "@/components/products/operations";
import { PageHeader } from "@/components/ui/page-header";
import { queryFor } from "@/lib/api-client";
import { listProducts } from "@/lib/contracts/product";
import { paginationOf } from "@/lib/pagination";
import { readProductListQuery } from "@/lib/product-list-query";
import { warehouseContext } from "@/server/page-context";
import * as pickPack from "@/server/pick-pack";
import { MerchantChoice } from "./merchant-choice";
import { StockList } from "./stock-list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("products"))("staff.title") };
}

type Props = {
  params: Promise<{ environment: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** The stock of one merchant, whom the address names; without one the merchant is chosen first. */
export default async function StockPage({ params, searchParams }: Props) {
  const { ctx, accountId } = await warehouseContext((await params).environment);
  const t = await getTranslations("products.staff");
  if (accountId === null)
    return (
      <>
        <PageHeader title={t("title")} description={t("choose")} />
        <MerchantChoice chosen={null} />
      </>
    );

  const { query, isWrong } = readProductListQuery(await searchParams);
  const where = { environment: ctx.environment, accountId };
  const first = { sort: "sku", offset: "0" } as const;
  const [all, low, list] = await Promise.all([
    pickPack.listProducts(ctx, { ...first, ...COUNTED.all }),
    pickPack.listProducts(ctx, { ...first, ...COUNTED.low }),
    pickPack.listProducts(ctx, query),
  ]);
  const answer = (read: typeof all, page: { limit: string; offset: string }) => ({
    data: read.rows,
    pagination: paginationOf(read.total, page),
  });
  const account = { id: accountId, name: ctx.account.name };
  return (
    <>
      <PageHeader title={t("of", { name: account.name })} description={t("about")} />
      <Prefetched
        answers={[
          [queryFor(listProducts, COUNTED.all, where).queryKey, answer(all, { limit: "1", offset: "0" })],
          [queryFor(listProducts, COUNTED.low, where).queryKey, answer(low, { limit: "1", offset: "0" })],
          [queryFor(listProducts, query, where).queryKey, answer(list, query)],
        ]}
      >
        <MerchantChoice chosen={account} />
        <StockList key={`${ctx.environment} ${accountId}`} account={account} query={query} isWrong={isWrong} />
      </Prefetched>
    </>
  );
}
