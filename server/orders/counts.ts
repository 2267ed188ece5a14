import { sql } from "kysely";
import type { Db } from "@/server/context";

/** Rows that one statement folds at most: on the embedded database the process stands still meanwhile. */
const BATCH = 5000;

/**
 * Replaces the count rows of one scope, status and provider by their sum; a sum of nothing leaves no row. Places with
 * one row are left alone. Readers see the rows before or after, which sum to the same, and any number of workers may
 * fold at once. Returns how many rows fewer there are.
 */
export async function foldCounts(db: Db): Promise<number> {
  let total = 0;
  for (;;) {
    const { removed, fewer } = await foldBatch(db);
    total += fewer;
    // A batch may also hold nothing but single rows whose partners another worker has locked.
    if (removed < BATCH || fewer === 0) return total;
  }
}

async function foldBatch(db: Db): Promise<{ removed: number; fewer: number }> {
  // Rows are never updated, so that a ctid that is locked stays the row's. In order of their places, so that a batch
  // has whole places, all but its last.
  const { rows } = await sql<{ removed: string; added: string }>`
    with crowded as (
      select account_id, environment, status, shipping_provider from order_count_deltas
      group by account_id, environment, status, shipping_provider having count(*) > 1
    ),
    picked as materialized (
      select d.ctid from order_count_deltas d join crowded using (account_id, environment, status, shipping_provider)
      order by d.account_id, d.environment, d.status, d.shipping_provider
      limit ${BATCH}
      for update of d skip locked
    ),
    gone as (
      delete from order_count_deltas where ctid = any (array(select ctid from picked))
      returning account_id, environment, status, shipping_provider, delta
    ),
    sums as (
      insert into order_count_deltas (account_id, environment, status, shipping_provider, delta)
      select account_id, environment, status, shipping_provider, sum(delta) from gone
      group by account_id, environment, status, shipping_provider having sum(delta) <> 0
      returning 1
    )
    select (select count(*) from gone) as removed, (select count(*) from sums) as added`.execute(db);
  const removed = Number(rows[0]?.removed ?? 0);
  return { removed, fewer: removed - Number(rows[0]?.added ?? 0) };
}
