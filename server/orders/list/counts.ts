import { sql } from "kysely";
import type { Db } from "@/server/db/transaction";

/** Most rows that one statement folds: the embedded database blocks the process meanwhile. */
const BATCH = 5000;

/**
 * Replaces the count rows of one scope, status and provider by one row with their sum, or none if the sum is zero.
 * Groups with one row are left as they are. Readers see the rows before or after, with the same sum, and any number of
 * workers may fold at once. Returns by how many the rows decreased.
 */
export async function foldCounts(db: Db): Promise<number> {
  let total = 0;
  for (;;) {
    const { removed, fewer } = await foldBatch(db);
    total += fewer;
    // A batch may also contain only single rows whose partners another worker has locked.
    if (removed < BATCH || fewer === 0) return total;
  }
}

async function foldBatch(db: Db): Promise<{ removed: number; fewer: number }> {
  // Rows are never updated, so a locked ctid stays valid. Sorted by group, so that all groups of a batch but the last
  // are complete.
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
