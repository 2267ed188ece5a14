import { sql } from "kysely";
import type { DataOf } from "@/lib/contracts/contract";
import type { countOrders as countContract } from "@/lib/contracts/order-counts";
import { ORDER_STATUSES, type OrderStatus } from "@/lib/order-status";
import { type AccountContext, scopeOf } from "@/server/context";

/** The exact number of orders in each status, summed from the kept counts: no order is read. */
export async function countOrders(ctx: AccountContext): Promise<DataOf<typeof countContract>> {
  const scope = scopeOf(ctx);
  const { rows } = await sql<{ status: OrderStatus; n: string }>`
    select status, sum(delta) as n from order_count_deltas
    where account_id = ${scope.accountId} and environment = ${scope.environment}
    group by status`.execute(ctx.db);
  const found = new Map(rows.map(({ status, n }) => [status, Number(n)]));
  const by_status = Object.fromEntries(ORDER_STATUSES.map((status) => [status, found.get(status) ?? 0])) as Record<
    OrderStatus,
    number
  >;
  return { total: [...found.values()].reduce((sum, n) => sum + n, 0), by_status };
}
