import { type RawBuilder, sql } from "kysely";
import type { Environment } from "@/lib/environment";
import { listOf } from "@/server/db/columns";
import { overAll } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";
import type { Selected } from "@/server/db/types";
import { containsAll } from "@/server/search";
import {
  hasWords,
  mayHaveWords,
  numberConditions,
  numberOf,
  searchable,
  searchedWords,
  UNINDEXED,
  unfoldedMatches,
} from "./search";

/** Of how many orders a search over all accounts answers. */
const MOST_FOUND = 50;
/** Text that more orders than this may have is looked for among the newest ones instead. */
const MOST_CANDIDATES = 5000;
const NEWEST = 200_000;

const COLUMNS = ["id", "account_id", "tracking_number", "reference", "recipient_name", "status", "created_at"] as const;
export type FoundOrder = Selected<"orders", (typeof COLUMNS)[number]> & { account_name: string };
/** `isNumber`: by the beginning of a number. `hasMore`: older orders may match, too. */
export type Found = { rows: FoundOrder[]; isNumber: boolean; hasMore: boolean };

/** The rows of the orders that `keys` names by account_id and id, the newest first. */
async function rowsOf(db: Db, environment: Environment, keys: RawBuilder<unknown>, isNumber: boolean): Promise<Found> {
  // Searches differ so much in how many rows match that a plan made for one is wrong for the next.
  const { rows } = await sql<FoundOrder>`/* unprepared */
    with keys as materialized (${keys})
    select ${sql.raw(listOf(COLUMNS, "o"))}, a.name as account_name from (select * from keys order by id desc limit ${MOST_FOUND + 1}) k
    join orders o on o.account_id = k.account_id and o.environment = ${environment} and o.id = k.id
    join accounts a on a.id = o.account_id
    order by o.id desc`.execute(db);
  return { rows: rows.slice(0, MOST_FOUND), isNumber, hasMore: rows.length > MOST_FOUND };
}

/**
 * Orders whose id, tracking number or reference begins with the text: each account's indexes are asked. Of an account in
 * which more begin with it than are shown, any may be left out, because to sort them all would take long.
 */
function byNumber(db: Db, environment: Environment, number: NonNullable<ReturnType<typeof numberOf>>): Promise<Found> {
  const { tracking, reference, id } = numberConditions(number);
  const inEach = (table: string, key: string, condition: RawBuilder<unknown>) => sql`
    select f.account_id, f.id from accounts a cross join lateral (
      select account_id, ${sql.ref(key)} as id from ${sql.table(table)}
      where account_id = a.id and environment = ${environment} and ${condition}
      limit ${MOST_FOUND + 1}) f`;
  const ways = [
    ...(id ? [inEach("orders", "id", id)] : []),
    inEach("orders", "id", tracking),
    inEach("order_parcels", "order_id", sql`position > 1 and ${tracking}`),
    inEach("orders", "id", reference),
  ];
  return rowsOf(db, environment, sql.join(ways, sql` union `), true);
}

/** Orders that have all the words, without the index among the newest of all if too many may. */
async function byText(db: Db, environment: Environment, query: string): Promise<Found> {
  const words = await searchedWords(db, null, query);
  if (words.length === 0) return { rows: [], isNumber: false, hasMore: false };
  const has = sql`environment = ${environment} and ${hasWords(null, words)}`;
  const { rows } = await sql<{ n: number; before: string | null }>`/* unprepared */
    select count(*)::int as n, ${UNINDEXED} as before from (
      select from order_search where environment = ${environment} and ${mayHaveWords(null, words)}
      limit ${MOST_CANDIDATES + 1}) c`.execute(db);
  const { n = 0, before = null } = rows[0] ?? {};
  const earlier = sql`union all select account_id, id from orders o
    where environment = ${environment} and id < ${before}::bigint and ${unfoldedMatches(null, query)}`;
  if (n <= MOST_CANDIDATES)
    return rowsOf(
      db,
      environment,
      sql`select account_id, order_id as id from order_search where ${has} ${before ? earlier : sql``}`,
      false,
    );
  const newest = sql`select account_id, id from (
      select o.account_id, o.id, (
        select text from order_search s
        where s.account_id = o.account_id and s.environment = o.environment and s.order_id = o.id) as text
      from orders o where o.environment = ${environment} and ${overAll("orders", "o")}
      order by o.id desc limit ${NEWEST}) n
    where ${containsAll(sql`text`, words)} limit ${MOST_FOUND + 1}`;
  return { ...(await rowsOf(db, environment, newest, false)), hasMore: true };
}

/** How many orders are not in the index of searches yet. */
export async function countUnindexed(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select greatest(total - done, 0)::int as n from order_search_progress`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * The newest orders of all accounts that a text finds: by the beginning of their numbers if there are any, by the whole
 * e-mail of the recipient if it is one, otherwise by the words of the text.
 */
export async function searchAll(db: Db, environment: Environment, query: string): Promise<Found> {
  const text = searchable(query);
  if (text.includes("@")) {
    const keys = sql`select account_id, id from orders
      where environment = ${environment} and lower(recipient ->> 'email') = ${text} order by id desc limit ${MOST_FOUND + 1}`;
    return rowsOf(db, environment, keys, false);
  }
  const number = numberOf(query);
  const found = number ? await byNumber(db, environment, number) : null;
  return found && found.rows.length > 0 ? found : byText(db, environment, query);
}
