import { sql } from "kysely";
import { type OrderStatus, STUCK_STATUSES } from "@/lib/orders/status";
import { type Scope, within } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";

/** The scan that put an order into a state which needs attention. */
export type DeliveryException = {
  order_id: string;
  occurred_at: Date;
  age_minutes: number;
  sub_status: string | null;
  description: string | null;
};

/** What carriers reported about those of the orders that need attention, by order id; one statement, if there are any. */
export async function findDeliveryExceptions(
  db: Db,
  scope: Scope,
  orders: readonly { id: string; status: OrderStatus }[],
): Promise<Map<string, DeliveryException>> {
  const ids = orders.filter(({ status }) => STUCK_STATUSES.includes(status)).map(({ id }) => id);
  if (!ids.length) return new Map();
  // The present state comes from the moving scan that was recorded last, whatever the carrier's clock says.
  const { rows } = await sql<DeliveryException>`
    select distinct on (order_id) order_id, occurred_at, sub_status, description,
      floor(extract(epoch from now() - occurred_at) / 60)::int as age_minutes
    from tracking_events
    where ${within(scope)} and order_id = any(${ids}::bigint[]) and moved
    order by order_id, id desc`.execute(db);
  return new Map(rows.map((row) => [row.order_id, row]));
}
