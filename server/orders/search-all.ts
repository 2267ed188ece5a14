import { type RawBuilder, sql } from "kysely";
import type { Environment } from "@/lib/environment";
import type { Db } from "@/server/context";
import { listOf } from "@/server/db/columns";
import { overAll } from "@/server/db/scoped";
import type { Selected } from "@/server/db/types";
import { numberConditions, numberOf, searchable, searchTerms } from "./search";

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

/** Orders whose text contains it, without the index among the newest of all if too many may. */
async function byText(db: Db, environment: Environment, query: string): Promise<Found> {
  const terms = searchTerms(null, query);
  if (!terms.length) return { rows: [], isNumber: false, hasMore: false };
  const any = (conditions: RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` or `)})`;
  const candidate = any(terms.map(({ elements }) => sql`search @> ${elements}::text[]`));
  const { rows } = await sql<{ n: number }>`/* unprepared */
    select count(*)::int as n from (
      select from orders where ${candidate} and environment = ${environment} limit ${MOST_CANDIDATES + 1}) c`.execute(
    db,
  );
  const contains = any(terms.map(({ text }) => sql`strpos(search_text, ${text}) > 0`));
  if ((rows[0]?.n ?? 0) <= MOST_CANDIDATES)
    return rowsOf(
      db,
      environment,
      sql`select account_id, id from orders where ${candidate} and ${contains} and environment = ${environment}`,
      false,
    );
  const newest = sql`select account_id, id from (
      select account_id, id, search_text from orders where environment = ${environment} and ${overAll("orders")}
      order by id desc limit ${NEWEST}) n
    where ${contains} limit ${MOST_FOUND + 1}`;
  return { ...(await rowsOf(db, environment, newest, false)), hasMore: true };
}

/**
 * The newest orders of all accounts that a text finds: by the beginning of their numbers if there are any, by the whole
 * e-mail of the recipient if it is one, otherwise by what {@link searchable} text contains.
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
