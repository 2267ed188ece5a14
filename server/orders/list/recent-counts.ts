import { sql } from "kysely";
import { MOST_RECENT } from "@/lib/contracts/account";
import type { Environment } from "@/lib/environment";
import type { Db } from "@/server/db/transaction";
import { firstIdAt } from "../create/numbers";

const DAYS = 30;

/** How many orders these accounts made in the environment in the last 30 days, each counted up to `MOST_RECENT`. */
export async function recentOrderCounts(
  db: Db,
  environment: Environment,
  accountIds: readonly string[],
): Promise<Map<string, number>> {
  const first = firstIdAt(new Date(Date.now() - DAYS * 86_400_000));
  // Ids grow with time, so the primary key finds the latest.
  const { rows } = await sql<{ id: string; count: number }>`
    select a.id, (select count(*)::int from (
      select 1 from orders o where o.account_id = a.id and o.environment = ${environment} and o.id >= ${first}
      limit ${MOST_RECENT}) x) as count
    from unnest(${accountIds}::bigint[]) as a (id)`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
