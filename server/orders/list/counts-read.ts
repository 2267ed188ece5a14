import type { z } from "zod";
import type { DataOf } from "@/lib/contracts/contract";
import type { countOrders as countContract } from "@/lib/contracts/order-counts";
import { ORDER_STATUSES, type OrderStatus } from "@/lib/orders/status";
import { type AccountContext, scopeOf } from "@/server/context";
import { countByStatus, filterOf } from "../queries";
import { providersOf } from "../read";

type Query = z.output<NonNullable<typeof countContract.query>>;

/** The number of orders in each status that match a list's filters; without filters exact (contract §5.6). */
export async function countOrders(ctx: AccountContext, query: Query = {}): Promise<DataOf<typeof countContract>> {
  const scope = scopeOf(ctx);
  const filter = await filterOf(ctx.db, scope, query, await providersOf(ctx, query));
  const { counts, isAtLeast } = await countByStatus(ctx.db, scope, filter);
  const by_status = Object.fromEntries(ORDER_STATUSES.map((status) => [status, counts.get(status) ?? 0])) as Record<
    OrderStatus,
    number
  >;
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
  return { total, by_status, ...(isAtLeast ? { total_is_at_least: true } : {}) };
}
