import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Prefetched } from "@/components/prefetched";
import { listMovements } from "@/lib/contracts/product";
import { readListQuery } from "@/lib/lists/list-query";
import { openPage } from "@/server/pages/context";
import { productAnswers } from "@/server/pages/products";
import { StockView } from "./stock-view";

type Props = PageProps<"/warehouse/[environment]/stock/[productId]">;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("products"))("pageTitle") };
}

/** One product of the merchant in the address, to receive, count and place it. */
export default async function StockProductPage({ params, searchParams }: Props) {
  const { productId } = await params;
  const { ctx } = await openPage({ part: "warehouse", params });
  if (ctx.account === null) notFound();
  const view = readListQuery(listMovements, await searchParams);
  const { id, name } = ctx.account;
  const where = { environment: ctx.environment, accountId: id };
  return (
    <Prefetched answers={await productAnswers(ctx, productId, view.query, where)}>
      <StockView key={productId} account={{ id, name }} productId={productId} view={view} />
    </Prefetched>
  );
}
