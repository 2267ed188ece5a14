import type { ListOrdersQuery } from "@/lib/contracts/order";
import { notFound } from "@/lib/errors";
import { catalogue } from "@/server/carriers";
import { type AccountContext, scopeOf } from "@/server/context";
import { presentRow } from "./present";
import { listOrderRows, loadOrders, type StoredOrder } from "./queries";

/** Reads one whole order. @throws ApiError NOT_FOUND */
export async function readOrder(ctx: AccountContext, orderId: string): Promise<StoredOrder> {
  const [order] = await loadOrders(ctx.db, scopeOf(ctx), [orderId]);
  if (!order) throw notFound();
  return order;
}

/** A page of orders with its exact total (decisions §4.6). */
export async function listOrders(ctx: AccountContext, query: ListOrdersQuery) {
  let providers = query.shipping_provider ? [query.shipping_provider] : null;
  if (query.ship_type) {
    const ofType = (await catalogue(ctx)).providersOf(query.ship_type);
    providers = providers ? providers.filter((code) => ofType.includes(code)) : ofType;
  }
  const { rows, total } = await listOrderRows(ctx.db, scopeOf(ctx), query, providers);
  return { rows: rows.map(presentRow), total };
}
