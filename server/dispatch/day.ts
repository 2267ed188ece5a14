import { sql } from "kysely";
import { addDays, hongKongDate, startOfHongKongDay } from "@/lib/calendar";
import type { InputOf } from "@/lib/contracts/contract";
import { type readDispatch as contract, type DispatchDay, MAX_DISPATCHED } from "@/lib/contracts/dispatch";
import { type AccountContext, scopeOf } from "@/server/context";
import { within } from "@/server/db/scoped";
import { dispatchOrders } from "./rows";

/** What leaves on a day, today if none is named (contract §35.1). */
export async function readDispatch(ctx: AccountContext, { day }: InputOf<typeof contract>): Promise<DispatchDay> {
  const scope = scopeOf(ctx);
  const today = hongKongDate(new Date());
  const shown = day ?? today;
  const most = sql.lit(MAX_DISPATCHED + 1);
  // Each part by its own index. What waits without a collection, or was not collected on its day, waits today.
  const parts = [
    sql`(select id from orders
      where ${within(scope)} and pickup_date = ${shown}::date
        and status not in ('DRAFT', 'PENDING_CONFIRM', 'CANCELLED')
      order by id desc limit ${most})`,
    sql`(select distinct order_id as id from dispatch_scans
      where ${within(scope)} and scanned_at >= ${startOfHongKongDay(shown)}
        and scanned_at < ${startOfHongKongDay(addDays(shown, 1))}
      order by id desc limit ${most})`,
    sql`(select id from orders
      where ${within(scope)} and status = 'READY_TO_SHIP' and ${shown === today}
        and (pickup_date is null or pickup_date < ${today}::date)
      order by id desc limit ${most})`,
  ];
  const { rows } = await sql<{ ids: string[] | null; n: string | null }>`
    select array_agg(id::text) filter (where nth <= ${MAX_DISPATCHED}) as ids, max(nth) as n from (
      select id, row_number() over (partition by part order by id desc) as nth from (
        ${sql.join(
          parts.map((part, index) => sql`select id, ${sql.lit(index)} as part from ${part} p`),
          sql` union all `,
        )}) each_part) found`.execute(ctx.db);
  const ids = [...new Set(rows[0]?.ids ?? [])];
  const orders = ids.length ? await dispatchOrders(ctx.db, scope, sql`${ids}::bigint[]`) : [];
  return {
    day: shown,
    order_list: orders.sort((a, b) => Number(BigInt(a.order_id) - BigInt(b.order_id))),
    is_partial: Number(rows[0]?.n ?? 0) > MAX_DISPATCHED,
  };
}
