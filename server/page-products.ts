import type { QueryKey } from "@tanstack/react-query";
import { queryFor, type Where } from "@/lib/api-client";
import {
  type ListProductsQuery,
  listMovements,
  listProducts,
  type Product,
  readProduct,
} from "@/lib/contracts/product";
import { paginationOf } from "@/lib/pagination";
import { COUNTED } from "@/lib/product-counts";
import type { AccountContext } from "@/server/context";
import { found } from "@/server/page-found";
import * as pickPack from "@/server/pick-pack";

type Answer = readonly [QueryKey, unknown];

/** A product of the account; any other is a 404. */
export function productOf(ctx: AccountContext, id: string): Promise<Product> {
  return found(pickPack.readProduct(ctx, { product_id: id }));
}

/** What the list of products asks for at first: its rows and both counts. `total`: how many products there are at all. */
export async function listAnswers(
  ctx: AccountContext,
  query: ListProductsQuery,
  where: Where,
): Promise<{ total: number; answers: Answer[] }> {
  const counted = { sort: "sku", offset: "0" } as const;
  const [all, low, rows] = await Promise.all([
    pickPack.listProducts(ctx, { ...counted, ...COUNTED.all }),
    pickPack.listProducts(ctx, { ...counted, ...COUNTED.low }),
    pickPack.listProducts(ctx, query),
  ]);
  const answer = (asked: Partial<ListProductsQuery> & { limit: string }, read: typeof all): Answer => [
    queryFor(listProducts, asked, where).queryKey,
    { data: read.rows, pagination: paginationOf(read.total, { offset: "0", ...asked }) },
  ];
  return { total: all.total, answers: [answer(COUNTED.all, all), answer(COUNTED.low, low), answer(query, rows)] };
}

/** What the page of a product asks for at first: the product, and the page of its ledger. */
export async function productAnswers(
  ctx: AccountContext,
  product: Product,
  page: { limit: string; offset: string },
  where: Where,
): Promise<Answer[]> {
  const id = { product_id: product.product_id };
  const { rows, total } = await pickPack.listMovements(ctx, { ...id, ...page });
  return [
    [queryFor(readProduct, id, where).queryKey, product],
    [
      queryFor(listMovements, { ...id, ...page }, where).queryKey,
      { data: rows, pagination: paginationOf(total, page) },
    ],
  ];
}
