import { type RawBuilder, sql } from "kysely";
import type { Db } from "./transaction";

/** Where counting the rows of a list stops, for a search and for other lists (contract §5.6, §11.5). */
export const MOST_COUNTED = { search: 1000, others: 10_000 } as const;

/** How many rows a list has; `isAtLeast`: counting stopped at `total`, and there are more. */
export type Counted = { total: number; isAtLeast: boolean };

/** What a count up to one more than `most` says; null: nothing stopped it. */
export function countedOf(found: number, most: number | null): Counted {
  return { total: Math.min(found, most ?? found), isAtLeast: most !== null && found > most };
}

/** Counts what `rows`, a select without a limit, finds. */
export async function countUpTo(
  db: Db,
  rows: RawBuilder<unknown>,
  most: number = MOST_COUNTED.others,
): Promise<Counted> {
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from (select from (${rows}) r limit ${most + 1}) n`.execute(db);
  return countedOf(counted[0]?.n ?? 0, most);
}
