import { sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type { readQueue as contract } from "@/lib/contracts/pickpack-queue";
import { recordRead, withinReach } from "@/server/accounts";
import { catalogue } from "@/server/carriers";
import { type Context, scopeOf } from "@/server/context";
import { orderHasWords } from "@/server/orders";
import { IS_SINGLE } from "./store";

type Lane = {
  shipping_provider: string;
  pending: string;
  confirmed: string;
  unwaved: string;
  unwaved_single: string;
  cancel_requested: string;
  oldest_minutes: number | null;
};

/**
 * How much work waits, by carrier service; across all accounts for staff who name none. Finished orders are not read.
 */
export async function readQueue(ctx: Context, input: InputOf<typeof contract>): Promise<DataOf<typeof contract>> {
  if (!ctx.account && input.customer_eid) await recordRead(ctx, [input.customer_eid], "readQueue");
  const merchant = input.customer_eid ? sql`and p.account_id = ${input.customer_eid}` : sql``;
  const found = input.q
    ? sql`and ${await orderHasWords(ctx.db, ctx.account ? scopeOf(ctx) : null, input.q, sql`p.order_id`)}`
    : sql``;
  const own = sql`and ${withinReach(ctx, "p.account_id")} ${merchant} ${found}`;
  const unwaved = sql`p.status = 'PICKPACK_CONFIRMED' and p.wave_id is null and p.packing_started_at is null
    and (p.account_id, p.order_id) not in (select account_id, order_id from asked)`;
  const until = input.until ? sql`and p.requested_at <= ${new Date(input.until)}` : sql``;
  const { rows } = await sql<Lane>`
    with asked as materialized (
      select p.account_id, p.order_id, p.shipping_provider from orders o
      join pick_pack_orders p on p.account_id = o.account_id and p.environment = o.environment and p.order_id = o.id
      where o.cancel_requested_at is not null and o.status = 'READY_TO_SHIP' and o.environment = ${ctx.environment}
        ${own} ${until}
    ),
    waiting as (
      select p.shipping_provider,
        count(*) filter (where p.status = 'PICKPACK_PENDING_CONFIRM') as pending,
        count(*) filter (where p.status = 'PICKPACK_CONFIRMED') as confirmed,
        count(*) filter (where ${unwaved}) as unwaved,
        count(*) filter (where ${unwaved} and ${IS_SINGLE}) as unwaved_single,
        min(p.requested_at) as oldest
      from pick_pack_orders p
      where p.environment = ${ctx.environment} and p.status in ('PICKPACK_PENDING_CONFIRM', 'PICKPACK_CONFIRMED')
        ${own} ${until}
      group by p.shipping_provider
    ),
    answered as (select shipping_provider, count(*) as n from asked group by shipping_provider)
    select shipping_provider, coalesce(w.pending, 0) as pending, coalesce(w.confirmed, 0) as confirmed,
      coalesce(w.unwaved, 0) as unwaved,
      coalesce(w.unwaved_single, 0) as unwaved_single, coalesce(a.n, 0) as cancel_requested,
      floor(extract(epoch from now() - w.oldest) / 60)::int as oldest_minutes
    from waiting w full join answered a using (shipping_provider)
    order by w.oldest nulls last, shipping_provider`.execute(ctx.db);
  const carriers = await catalogue(ctx);
  return {
    provider_list: rows.map((lane) => ({
      shipping_provider: lane.shipping_provider,
      courier_company: carriers.nameOf(lane.shipping_provider, ctx.language),
      pending: Number(lane.pending),
      confirmed: Number(lane.confirmed),
      unwaved: Number(lane.unwaved),
      unwaved_single: Number(lane.unwaved_single),
      cancel_requested: Number(lane.cancel_requested),
      oldest_minutes: lane.oldest_minutes === null ? null : Math.max(0, lane.oldest_minutes),
    })),
  };
}
