import type { ListOrdersQuery } from "@/lib/contracts/order";
import { notFound } from "@/lib/errors";
import { catalogue } from "@/server/carriers";
import { type AccountContext, scopeOf } from "@/server/context";
import { findDeliveryExceptions } from "./delivery-exceptions";
import { presentRow } from "./present";
import { filterOf, type ListFilters, listOrderRows, loadOrders, matchingIds, type StoredOrder } from "./queries";

/** Reads one whole order. @throws ApiError NOT_FOUND */
export async function readOrder(ctx: AccountContext, orderId: string): Promise<StoredOrder> {
  const [order] = await loadOrders(ctx.db, scopeOf(ctx), [orderId]);
  if (!order) throw notFound();
  return order;
}

/** The providers that a list is limited to, by code and by kind of order; null: any. */
export async function providersOf(
  ctx: AccountContext,
  { shipping_provider: code, ship_type }: ListFilters,
): Promise<string[] | null> {
  if (!ship_type) return code ? [code] : null;
  const ofType = (await catalogue(ctx)).providersOf(ship_type);
  return code ? ofType.filter((each) => each === code) : ofType;
}

/** The ids of the orders that a list's query lets through, in its order; at most `most`. */
export async function matchingOrders(ctx: AccountContext, query: ListOrdersQuery, most: number): Promise<string[]> {
  const filter = await filterOf(ctx.db, scopeOf(ctx), query, await providersOf(ctx, query));
  return matchingIds(ctx.db, scopeOf(ctx), filter, { sort: query.sort, most });
}

/** A page of orders with its total (contract §13.6, §5.6). */
export async function listOrders(ctx: AccountContext, query: ListOrdersQuery) {
  const { rows, ...found } = await listOrderRows(ctx.db, scopeOf(ctx), query, await providersOf(ctx, query));
  const problems = await findDeliveryExceptions(ctx.db, scopeOf(ctx), rows);
  const carriers = await catalogue(ctx);
  return { rows: rows.map((row) => presentRow(row, problems.get(row.id), carriers)), ...found };
}
