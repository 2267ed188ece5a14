import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { ProductView } from "@/components/products/product-view";
import { listMovements } from "@/lib/contracts/product";
import { readListQuery } from "@/lib/lists/list-query";
import { openPage } from "@/server/pages/context";
import { productAnswers } from "@/server/pages/products";

type Props = PageProps<"/[environment]/products/[productId]">;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("products"))("pageTitle") };
}

/** One product: its stock, its details, and its ledger. */
export default async function ProductPage({ params, searchParams }: Props) {
  const { ctx, where } = await openPage({ part: "dashboard", params });
  const { productId } = await params;
  const view = readListQuery(listMovements, await searchParams);
  return (
    <Prefetched answers={await productAnswers(ctx, productId, view.query, where)}>
      <ProductView key={productId} productId={productId} view={view} />
    </Prefetched>
  );
}
