import { sql } from "kysely";
import { type Consignment, consignmentOfOrder } from "@/server/carriers";
import type { Db } from "@/server/db/transaction";
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
 * The newest orders in production with these providers, over all accounts, at most `limit`, the newest first. Of an
 * order whose personal data is erased nobody knows the price any more.
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
