import type { ListOrdersQuery } from "@/lib/contracts/order";
import { notFound } from "@/lib/errors";
import { catalogue } from "@/server/carriers";
import { type AccountContext, scopeOf } from "@/server/context";
import { presentRow } from "./present";
import { type ListFilters, listOrderRows, loadOrders, type StoredOrder } from "./queries";

/** Reads one whole order. @throws ApiError NOT_FOUND */
export async function readOrder(ctx: AccountContext, orderId: string): Promise<StoredOrder> {
  const [order] = await loadOrders(ctx.db, scopeOf(ctx), [orderId]);
  if (!order) throw notFound();
  return order;
}

/** The providers that a list is narrowed to, by their code and by the kind of order they are for; null: any. */
export async function providersOf(
  ctx: AccountContext,
  { shipping_provider: code, ship_type }: ListFilters,
): Promise<string[] | null> {
  if (!ship_type) return code ? [code] : null;
  const ofType = (await catalogue(ctx)).providersOf(ship_type);
  return code ? ofType.filter((each) => each === code) : ofType;
}

/** A page of orders with its exact total (decisions §4.6). */
export async function listOrders(ctx: AccountContext, query: ListOrdersQuery) {
  const { rows, total } = await listOrderRows(ctx.db, scopeOf(ctx), query, await providersOf(ctx, query));
  return { rows: rows.map(presentRow), total };
}
