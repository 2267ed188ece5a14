import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { listMovements } from "@/lib/contracts/product";
import { readListQuery } from "@/lib/list-query";
import { warehouseContext } from "@/server/page-context";
import { productAnswers, productOf } from "@/server/page-products";
import { StockView } from "./stock-view";

type Props = {
  params: Promise<{ environment: string; productId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("products"))("pageTitle") };
}

/** One product of the merchant whom the address names, for receiving, counting and placing it. */
export default async function StockProductPage({ params, searchParams }: Props) {
  const { environment, productId } = await params;
  const { ctx, accountId } = await warehouseContext(environment);
  if (accountId === null) notFound();
  const product = await productOf(ctx, productId);
  const { limit, offset } = readListQuery(listMovements, await searchParams).query;
  const page = { limit, offset };
  const where = { environment: ctx.environment, accountId };
  return (
    <Prefetched answers={await productAnswers(ctx, product, page, where)}>
      <StockView
        key={product.product_id}
        account={{ id: accountId, name: ctx.account.name }}
        productId={product.product_id}
        page={page}
      />
    </Prefetched>
  );
}
