import { sql } from "kysely";
import { MOST_RECENT } from "@/lib/contracts/account";
import type { Environment } from "@/lib/environment";
import { type Consignment, consignmentOfOrder } from "@/server/carriers";
import type { Db } from "@/server/db/transaction";
import { firstIdAt } from "../create/numbers";
import { storedInput } from "../present";
import { type OrderRow, ROW, wholeOfAny } from "../queries";

/** An order of any account, as far as its price depends on it. */
type RecentOrder = {
  id: string;
  accountId: string;
  accountName: string;
  provider: string;
  consignment: Consignment;
};

/**
 * The newest orders in production with these providers, over all accounts, at most `limit`, the newest first.
 * Erased orders are left out: they can no longer be priced.
 */
export async function recentOrders(db: Db, providers: readonly string[], limit: number): Promise<RecentOrder[]> {
  const { rows: orders } = await sql<OrderRow & { account_name: string }>`
    select n.*, a.name as account_name
    from unnest(${[...providers]}::text[]) p (code)
    cross join lateral (
      select ${ROW} from orders
      where environment = 'production' and erased_at is null and shipping_provider = p.code
      order by id desc limit ${limit}) n
    join accounts a on a.id = n.account_id
    order by n.id desc limit ${limit}`.execute(db);
  const names = new Map(orders.map(({ account_id, account_name }) => [account_id, account_name]));
  return (await wholeOfAny(db, orders)).map((order) => ({
    id: order.id,
    accountId: order.account_id,
    accountName: names.get(order.account_id) ?? "",
    provider: order.shipping_provider,
    consignment: consignmentOfOrder(storedInput(order)),
  }));
}

const DAYS = 30;

/** How many orders these accounts made in the environment in the last 30 days, each counted up to `MOST_RECENT`. */
export async function recentOrderCounts(
  db: Db,
  environment: Environment,
  accountIds: readonly string[],
): Promise<Map<string, number>> {
  const first = firstIdAt(new Date(Date.now() - DAYS * 86_400_000));
  // Ids grow with time, so the primary key finds the latest.
  const { rows } = await sql<{ id: string; count: number }>`
    select a.id, (select count(*)::int from (
      select 1 from orders o where o.account_id = a.id and o.environment = ${environment} and o.id >= ${first}
      limit ${MOST_RECENT}) x) as count
    from unnest(${accountIds}::bigint[]) as a (id)`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
