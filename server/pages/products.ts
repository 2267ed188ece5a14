import type { Where } from "@/lib/api-client";
import {
  type ListMovementsQuery,
  type ListProductsQuery,
  listMovements,
  listProducts,
  readProduct,
} from "@/lib/contracts/product";
import { COUNTED } from "@/lib/goods/product-counts";
import type { AccountContext } from "@/server/context";
import * as goods from "@/server/goods";
import { orNotFound } from "@/server/pages/found";
import { prefetch } from "@/server/pages/prefetch";

/** Whether a product of the account has units that can be sold. */
export async function hasStock(ctx: AccountContext): Promise<boolean> {
  const { rows } = await goods.listProducts(ctx, { sort: "-available", limit: "1", offset: "0" });
  return rows[0] !== undefined && rows[0].available !== "0";
}

/** The first requests of the product list: its rows and both counts. `total`: the number of all products. */
export async function listAnswers(ctx: AccountContext, query: ListProductsQuery, where: Where) {
  const list = (asked: Parameters<typeof prefetch<typeof listProducts>>[2]) =>
    prefetch(listProducts, goods.listProducts, asked, ctx, where);
  const answers = await Promise.all([list(COUNTED.all), list(COUNTED.low), list(query)]);
  return { total: answers[0][1].pagination.total, answers };
}

/**
 * The first requests of a product's page: the product, and a page of its ledger. A product of another account is a 404.
 */
export async function productAnswers(ctx: AccountContext, productId: string, page: ListMovementsQuery, where: Where) {
  const id = { product_id: productId };
  return [
    await orNotFound(prefetch(readProduct, goods.readProduct, id, ctx, where)),
    await prefetch(listMovements, goods.listMovements, { ...id, ...page }, ctx, where),
  ];
}
