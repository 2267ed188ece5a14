import { sql } from "kysely";
import { type Db, withTransaction } from "@/server/db/transaction";

/** Of all parcels that never came, a case is opened for those awaited within this time. */
const LATE_FOR = "30 days";
/** So long an order may wait in the warehouse. */
const PACKED_WITHIN = "24 hours";

// Account by account, because then each part is found by an index that lists of orders need anyway; reading this for
// 100,000 orders takes milliseconds.
const IS_LATE = sql`o.estimated_delivery < now() and o.status not in ('DELIVERED', 'CANCELLED', 'PENDING_CONFIRM', 'DRAFT')`;
const IS_RECENT = sql`o.estimated_delivery > now() - interval ${sql.lit(LATE_FOR)}`;
/** These have cases of their own. */
const HAS_PROBLEM = sql`o.status in ('EXCEPTION', 'FAILED_DELIVERY')`;
const STATE = sql`
  state (kind, account_id, environment, order_id, webhook_id, since) as materialized (
    select s.kind, a.id, e.environment, s.order_id, s.webhook_id, s.since
    from (select id from accounts where closed_at is null) a cross join (values ('testing'), ('production')) e (environment)
    cross join lateral (
      select case o.status when 'EXCEPTION' then 'EXCEPTION' else 'DELIVERY_FAILED' end as kind, o.id as order_id,
        null as webhook_id, coalesce(o.moved_at, o.created_at) as since
      from orders o
      where o.account_id = a.id and o.environment = e.environment and ${HAS_PROBLEM}
      union all
      select 'LATE', o.id, null, o.estimated_delivery from orders o
      where o.account_id = a.id and o.environment = e.environment
        and ${IS_RECENT} and ${IS_LATE} and not ${HAS_PROBLEM}
      union all
      select 'CANCELLATION_ASKED', o.id, null, o.cancel_requested_at from orders o
      where o.account_id = a.id and o.environment = e.environment
        and o.cancel_requested_at is not null and o.status = 'READY_TO_SHIP'
      union all
      select case m.kind when 'dispute' then 'DISPUTE' else 'QUESTION' end, m.order_id, null, min(m.at) from order_messages m
      where m.account_id = a.id and m.environment = e.environment and m.side = 'merchant' and m.answered_at is null
      group by 1, m.order_id
      union all
      select 'ENDPOINT_DISABLED', null, w.id, w.disabled_at from webhook_endpoints w
      where w.account_id = a.id and w.environment = e.environment and w.status = 'disabled'
        and w.disabled_reason = 'FAILING' and w.deleted_at is null
    ) s
    union all
    select 'PICK_PACK_WAITING', p.account_id, p.environment, p.order_id, null,
      p.requested_at + interval ${sql.lit(PACKED_WITHIN)}
    from pick_pack_orders p join accounts a on a.id = p.account_id and a.closed_at is null
    where p.environment in ('testing', 'production')
      and p.status in ('PICKPACK_PENDING_CONFIRM', 'PICKPACK_CONFIRMED')
      and p.requested_at < now() - interval ${sql.lit(PACKED_WITHIN)}
  )`;

/**
 * A parcel that a person awaits is late for as long as it has not come. A case that would not be opened again outlasts
 * what goes wrong meanwhile.
 */
const IS_STILL_LATE = sql`c.kind = 'LATE' and exists (
  select from orders o join accounts a on a.id = o.account_id and a.closed_at is null
  where o.account_id = c.account_id and o.environment = c.environment and o.id = c.order_id
    and ${IS_LATE} and not (${IS_RECENT} and ${HAS_PROBLEM}))`;

/** Who answered what a merchant wrote: the case is closed by them. Of an answer of a program, by who had claimed it. */
const ANSWERED_BY = sql`case when c.kind in ('QUESTION', 'DISPUTE') then (
  select coalesce((select p.id from people p where m.author = 'person:' || p.id), c.claimed_by) from order_messages m
  where m.account_id = c.account_id and m.environment = c.environment and m.order_id = c.order_id
    and m.side = 'support' and m.kind in ('message', 'question') and m.at >= c.opened_at
  order by m.at desc limit 1) end`;

/**
 * Opens a case for what needs a person and has no case, and closes as `SETTLED` cases that need no person any more. A case that
 * a person closed is not opened again until its state was left, or a later event brought it again (contract §25.2). One
 * worker at a time does so.
 */
export async function syncCases(db: Db): Promise<void> {
  await withTransaction(db, async (tx) => {
    const { rows } = await sql<{ is_mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('review queue')) as is_mine`.execute(tx);
    if (!rows[0]?.is_mine) return;
    await sql`
      with ${STATE}
      update cases c set left_at = now(), closed_at = coalesce(closed_at, now()), closed_as = coalesce(closed_as, 'SETTLED'),
        closed_by = case when closed_at is null then ${ANSWERED_BY} else closed_by end
      where c.left_at is null and not (c.closed_at is null and ${IS_STILL_LATE}) and not exists (
        select from state s
        where s.kind = c.kind and s.account_id = c.account_id and s.environment = c.environment
          and coalesce(s.order_id::text, s.webhook_id) = coalesce(c.order_id::text, c.webhook_id)
          and (c.closed_at is null or s.since <= c.closed_at))`.execute(tx);
    await sql`
      with ${STATE}
      insert into cases (case_id, account_id, environment, kind, order_id, webhook_id, opened_at)
      select 'ca_' || replace(gen_random_uuid()::text, '-', ''), s.account_id, s.environment, s.kind, s.order_id,
        s.webhook_id, s.since
      from state s
      where not exists (
        select from cases c
        where c.left_at is null and c.kind = s.kind and c.account_id = s.account_id and c.environment = s.environment
          and coalesce(c.order_id::text, c.webhook_id) = coalesce(s.order_id::text, s.webhook_id))`.execute(tx);
  });
}
