import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { queryFor } from "@/lib/api-client";
import { listMovements, type Product, readProduct } from "@/lib/contracts/product";
import { ApiError } from "@/lib/errors";
import { paginationOf } from "@/lib/pagination";
import { readPage } from "@/lib/product-list-query";
import type { AccountContext } from "@/server/context";
import { warehouseContext } from "@/server/page-context";
import * as pickPack from "@/server/pick-pack";
import { StockView } from "./stock-view";

type Props = {
  params: Promise<{ environment: string; productId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("products"))("pageTitle") };
}

async function productOf(ctx: AccountContext, id: string): Promise<Product> {
  try {
    return await pickPack.readProduct(ctx, { product_id: id });
  } catch (error) {
    if (error instanceof ApiError && error.reason === "NOT_FOUND") notFound();
    throw error;
  }
}

/** One product of the merchant whom the address names, for receiving, counting and placing it. */
export default async function StockProductPage({ params, searchParams }: Props) {
  const { environment, productId } = await params;
  const { ctx, accountId } = await warehouseContext(environment);
  if (accountId === null) notFound();
  const product = await productOf(ctx, productId);
  const page = readPage(await searchParams);
  const id = { product_id: product.product_id };
  const where = { environment: ctx.environment, accountId };
  const { rows, total } = await pickPack.listMovements(ctx, { ...id, ...page });
  return (
    <Prefetched
      answers={[
        [queryFor(readProduct, id, where).queryKey, product],
        [
          queryFor(listMovements, { ...id, ...page }, where).queryKey,
          { data: rows, pagination: paginationOf(total, page) },
        ],
      ]}
    >
      <StockView
        key={product.product_id}
        account={{ id: accountId, name: ctx.account.name }}
        productId={product.product_id}
        page={page}
      />
    </Prefetched>
  );
}
