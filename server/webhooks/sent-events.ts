import { type RawBuilder, type SqlBool, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/request";
import { type AccountContext, type Scope, scopeOf } from "@/server/context";
import { within } from "@/server/db/scoped";

/** Where counting stops (contract §5.6). */
const MOST_COUNTED = 10_000;

type Sent = DataOf<typeof contracts.listSentEvents>;
type Row = Omit<Sent, "created_at" | "deliveries"> & { created_at: Date; deliveries: Sent["deliveries"] | null };

/** The events of what `q` names: an order by id, tracking number or reference, or an event. */
function named(scope: Scope, q: string): RawBuilder<SqlBool> {
  const ofOrder = sql`select id from orders where ${within(scope)}
    and (tracking_number = ${q.toUpperCase()} or reference_key = ${q.toLowerCase()})`;
  return /^\d{1,15}$/.test(q)
    ? sql<SqlBool>`(order_id = any(array(${ofOrder})) or order_id = ${q}::bigint)`
    : sql<SqlBool>`(order_id = any(array(${ofOrder})) or id = ${q})`;
}

/** The account's events, the latest first, each with its deliveries and the answer to their latest attempt. */
export async function listSentEvents(
  ctx: AccountContext,
  { event, q, limit, offset }: InputOf<typeof contracts.listSentEvents>,
) {
  const scope = scopeOf(ctx);
  const where = sql.join(
    [within(scope), ...(event ? [sql`event = ${event}`] : []), ...(q ? [named(scope, q)] : [])],
    sql` and `,
  );
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total from (select from events where ${where} limit ${MOST_COUNTED + 1}) n`.execute(ctx.db);
  // A delivery's id is made of those of its event and its endpoint, so each is found by its key.
  const { rows } = await sql<Row>`
    with page as (
      select id, event, order_id, is_test, created_at from events where ${where}
      order by created_at desc, id desc limit ${Number(limit)} offset ${Number(offset)})
    select e.id as event_id, e.event, e.order_id, e.is_test, e.created_at, (
      select json_agg(json_build_object('delivery_id', d.id, 'webhook_id', w.id, 'url', w.url, 'status', d.status,
        'attempt_count', d.attempt_count, 'next_attempt_at', case d.status when 'pending' then d.next_attempt_at end,
        'status_code', a.status_code, 'error_kind', a.error_kind) order by w.created_at, w.id)
      from webhook_endpoints w
      join webhook_deliveries d on d.id = 'dl_' || substr(e.id, 5) || '_' || substr(w.id, 4) and ${within(scope, "d")}
      left join lateral (
        select status_code, error_kind from webhook_attempts where delivery_id = d.id order by number desc limit 1
      ) a on true
      where ${within(scope, "w")} and w.deleted_at is null) as deliveries
    from page e order by e.created_at desc, e.id desc`.execute(ctx.db);
  const total = counts[0]?.total ?? 0;
  return {
    rows: rows.map(({ created_at, deliveries, ...row }) => ({
      ...row,
      created_at: hongKongIso(created_at),
      deliveries: deliveries ?? [],
    })),
    total: Math.min(total, MOST_COUNTED),
    isAtLeast: total > MOST_COUNTED,
  };
}
