import { sql } from "kysely";
import { type Scope, within } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";
import { FIRST_CHARGE } from "./money/adjustments";

/**
 * What the audit log says of an order: nothing about a person. Locks the order, as every change of it does first
 * (contract §20.1).
 */
export async function auditedOrder(db: Db, scope: Scope, orderId: string): Promise<Record<string, unknown>> {
  if (!/^\d{1,15}$/.test(orderId)) return {};
  const { rows } = await sql<Record<string, unknown>>`
    select o.status, o.shipping_provider, o.tracking_number, o.quote_price::text, o.chargeable_weight::text,
      o.cod_amount::text, o.pickup_date::text, o.is_label_printed, o.cancel_requested_at is not null as is_cancel_requested,
      (select p.status from pick_pack_orders p where ${within(scope, "p")} and p.order_id = o.id) as pickpack_status,
      case when o.confirmed_at is not null then (${FIRST_CHARGE} + coalesce((
        select sum(e.amount) from order_entries e
        where ${within(scope, "e")} and e.order_id = o.id and e.kind <> 'COD_COLLECTED'), 0))::text end as charged
    from orders o where ${within(scope, "o")} and o.id = ${orderId} for update of o`.execute(db);
  return rows[0] ?? {};
}
