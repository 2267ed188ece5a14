import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import { ENVIRONMENTS, type Environment } from "@/lib/environment";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import { firstIdAt } from "@/server/orders";
import { COUNTING } from "./rows";

/** Small, because the embedded database blocks the process meanwhile. */
const BATCH = 2000;
/**
 * Younger orders are not counted yet, nor those made this long before the oldest running transaction, or later: ids are
 * assigned before their orders commit, so a smaller one may still appear.
 */
const SETTLED_MS = 40_000;

/**
 * Counts what each party of the orders is used (contract §33.3): parties of new orders once, in the order of the ids and
 * from where the last count ended, and changes of parties that were counted. One worker at a time does so; addresses
 * are written before or after it, never between. `settledMs`: how old an order must be, and how much older than any
 * transaction that still runs.
 */
export async function countUses(
  db: Db,
  { signal, settledMs = SETTLED_MS }: { signal?: AbortSignal; settledMs?: number } = {},
): Promise<void> {
  for (const environment of ENVIRONMENTS)
    for (let isMore = true; isMore && !signal?.aborted; await turn())
      isMore = await countBatch(db, environment, settledMs);
}

/**
 * The first id that is not safe to count: a running transaction may still commit it or a later one. It reads the
 * transactions that our role can see, in a statement before the one that reads orders.
 */
async function unsettledId(tx: Tx, settledMs: number): Promise<string> {
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(xact_start) as oldest from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(tx);
  const now = Date.now();
  return firstIdAt(new Date(Math.min(now, rows[0]?.oldest?.getTime() ?? now) - settledMs));
}

/** Counts a batch; false: none is left, or another worker counts. */
function countBatch(db: Db, environment: Environment, settledMs: number): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    const { rows: locked } = await sql<{ is_mine: boolean }>`
      select pg_try_advisory_xact_lock(${COUNTING}) as is_mine`.execute(tx);
    if (!locked[0]?.is_mine) return false;
    const before = await unsettledId(tx, settledMs);
    const { rows: bounds } = await sql<{ since: string; until: string; found: number }>`
      with c as (select coalesce(max(counted_to), 0) as since from address_counting where environment = ${environment})
      select c.since, coalesce(max(o.id), c.since) as until, count(o.id)::int as found
      from c left join lateral (
        select id from orders where environment = ${environment} and id > c.since and id < ${before}::bigint
        order by id limit ${BATCH}) o on true
      group by c.since`.execute(tx);
    const { since = "0", until = "0", found = 0 } = bounds[0] ?? {};
    // One snapshot for orders and changes: a change counts only for an order that was counted before; the row of a
    // newer order already includes it.
    await sql`
      with changes as (delete from address_changes where environment = ${environment} returning *),
      batch as materialized (
        select o.account_id, o.sender, o.recipient, o.created_at from orders o join accounts a on a.id = o.account_id
        where o.environment = ${environment} and o.id > ${since}::bigint and o.id <= ${until}::bigint
      ),
      moves (account_id, kind, party_key, uses, used_at) as (
        select account_id, 'sender', party_key(sender), 1, created_at from batch
        union all select account_id, 'recipient', party_key(recipient), 1, created_at from batch
        union all select account_id, kind, before_key, -1, null from changes where order_id <= ${since}::bigint
        union all select account_id, kind, after_key, 1, used_at from changes where order_id <= ${since}::bigint
      ),
      written as (
        insert into address_uses as u (account_id, environment, kind, party_key, uses, last_used_at)
        select account_id, ${environment}, kind, party_key, sum(uses), max(used_at) from moves
        where party_key is not null and account_id in (select id from accounts)
        group by account_id, kind, party_key
        on conflict (account_id, environment, kind, party_key) do update
          set uses = u.uses + excluded.uses, last_used_at = greatest(u.last_used_at, excluded.last_used_at)
        returning *
      )
      update addresses a
      set use_count = w.uses, last_used_at = case when w.uses > 0 then w.last_used_at end
      from written w
      where a.account_id = w.account_id and a.environment = w.environment and a.kind = w.kind
        and a.party_key = w.party_key`.execute(tx);
    await sql`delete from address_uses where environment = ${environment} and uses <= 0`.execute(tx);
    if (until !== since)
      await sql`
        insert into address_counting (environment, counted_to) values (${environment}, ${until})
        on conflict (environment) do update set counted_to = excluded.counted_to`.execute(tx);
    return found === BATCH;
  });
}
