import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { ProductView } from "@/components/products/product-view";
import { queryFor } from "@/lib/api-client";
import { listMovements, readProduct } from "@/lib/contracts/product";
import { paginationOf } from "@/lib/pagination";
import { readPage } from "@/lib/product-list-query";
import * as pickPack from "@/server/pick-pack";
import { productOf, productsContext } from "../page-parts";

type Props = {
  params: Promise<{ environment: string; productId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("products"))("pageTitle") };
}

/** One product: its stock, what is known of it, and its ledger. */
export default async function ProductPage({ params, searchParams }: Props) {
  const { ctx, where } = await productsContext(params);
  const product = await productOf(ctx, (await params).productId);
  const page = readPage(await searchParams);
  const id = { product_id: product.product_id };
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
      <ProductView key={product.product_id} productId={product.product_id} page={page} />
    </Prefetched>
  );
}
