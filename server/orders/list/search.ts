import { type RawBuilder, type SqlBool, sql } from "kysely";
import { digitsOf } from "@/lib/addresses/phone";
import type { Environment } from "@/lib/environment";
import { tidyNumber } from "@/lib/tidy-number";
import { MOST_COUNTED } from "@/server/db/counting";
import { type Scope, within } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";
import { containsAll, gramsOfWords, type Word, wordsFor } from "@/server/search";

const PART = 3;

/** Text as searches compare it: normalised, in lower case, with single spaces. */
export function searchable(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

function parts(text: string, length: number, into: Set<string>): void {
  // Nearly all text has one UTF-16 unit per character; splitting it into characters first would be most of the work.
  const characters = /[\ud800-\udbff]/.test(text) ? [...text] : null;
  const count = characters?.length ?? text.length;
  for (let i = 0; i + length <= count; i++)
    into.add(characters ? characters.slice(i, i + length).join("") : text.slice(i, i + length));
}

/** The scope as an element of the search index, so that a merchant's search reads only that merchant's entries. */
function scopeElement({ accountId, environment }: Scope): string {
  return `@${accountId}:${environment}`;
}

/** One way to read a search; several are alternatives. */
type SearchTerm = { text: string; elements: string[] };

/** Too many numbers start with fewer characters than this. */
const LEAST_OF_NUMBER = 3;

/**
 * The number that a search can be the beginning of: as it is on labels, and as references have it; null if it is none.
 * What has spaces in it is one only if nothing else is.
 */
export function numberOf(query: string): { onLabel: string; text: string } | null {
  const [onLabel, text] = [tidyNumber(query), searchable(query)];
  if (onLabel.length < LEAST_OF_NUMBER || !/\d/.test(onLabel)) return null;
  return !/\s/.test(text) || /^[A-Z]{0,4}\d+$/.test(onLabel) ? { onLabel, text } : null;
}

/** The terms of a query: the text itself, and a number without its separators. `scope` null: across all accounts. */
function searchTerms(scope: Scope | null, query: string): SearchTerm[] {
  const readings = new Set([searchable(query)]);
  const number = numberOf(query);
  if (number) readings.add(number.onLabel.toLowerCase());
  if (/^\+?[\d -]+$/.test(query.trim())) {
    const digits = digitsOf(query);
    readings.add(digits);
    // Mobiles are stored without the country's prefix.
    if (/^852\d{8}$/.test(digits)) readings.add(digits.slice(3));
  }
  return [...readings]
    .filter((text) => text !== "")
    .map((text) => {
      const elements = new Set<string>(scope ? [scopeElement(scope)] : []);
      parts(text, Math.min(PART, [...text].length), elements);
      return { text, elements: [...elements] };
    });
}

/**
 * What contains the text of a query in orders `o` that have no row of `order_search` yet. The index finds candidates by
 * their parts; then the text is compared character by character, so wildcards mean nothing.
 */
export function unfoldedMatches(scope: Scope | null, query: string): RawBuilder<SqlBool> {
  const terms = searchTerms(scope, query).map(
    ({ text, elements }) => sql`(o.search @> ${elements}::text[] and strpos(o.search_text, ${text}) > 0)`,
  );
  const any = terms.length ? sql`(${sql.join(terms, sql` or `)})` : sql`true`;
  return sql`(${any} and not exists (select from order_search s
    where s.account_id = o.account_id and s.environment = o.environment and s.order_id = o.id))`;
}

/** An order's id has had this many digits since 2023. */
const ID_DIGITS = 15;
const LAST = "\u{10ffff}";

type SearchedNumber = NonNullable<ReturnType<typeof numberOf>>;

/** The conditions for numbers that begin with one; `id` null: it cannot be the beginning of an id. */
export function numberConditions({ onLabel, text }: SearchedNumber) {
  const begins = (column: string, beginning: string) =>
    sql<SqlBool>`${sql.ref(column)} collate "C" >= ${beginning} and ${sql.ref(column)} collate "C" < ${beginning + LAST}`;
  const numbers = { tracking: begins("tracking_number", onLabel), reference: begins("reference_key", text) };
  if (!/^\d{1,15}$/.test(onLabel)) return { ...numbers, id: null };
  const next = String(BigInt(onLabel) + 1n).padStart(onLabel.length, "0");
  const [from, to] = [onLabel, next].map((digits) => digits.padEnd(ID_DIGITS + digits.length - onLabel.length, "0"));
  return { ...numbers, id: sql<SqlBool>`(id = ${onLabel}::bigint or id >= ${from}::bigint and id < ${to}::bigint)` };
}

/** The conditions under which a text begins an order's number, each with its own index. */
function conditionsFor(scope: Scope, number: SearchedNumber): RawBuilder<SqlBool>[] {
  const { tracking, reference, id } = numberConditions(number);
  const parcels = sql<SqlBool>`id in (select order_id from order_parcels where ${within(scope)} and position > 1 and ${tracking})`;
  return [...(id ? [id] : []), tracking, parcels, reference];
}

/** Rows of `order_search` that may have all the words, by the index; `scope` null: of any account. */
export function mayHaveWords(scope: Scope | null, words: readonly Word[]): RawBuilder<SqlBool> {
  const each = gramsOfWords(scope, words).map((readings) => {
    const any = readings.map((grams) => sql`grams @> ${grams}::int[]`);
    return sql`(${sql.join(any, sql` or `)})`;
  });
  // Without an entry for the text, such as a single letter, any row may.
  return each.length ? sql<SqlBool>`(grams is null or (${sql.join(each, sql` and `)}))` : sql<SqlBool>`true`;
}

/** Rows of `order_search` that have all the words. */
export function hasWords(scope: Scope | null, words: readonly Word[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${mayHaveWords(scope, words)} and ${containsAll(sql`text`, words)}`;
}

/** The id before which orders may have no row of `order_search` yet; null: all have one. */
export const UNINDEXED = sql<string | null>`(select before::text from order_search_progress)`;

/** The words that a search looks for in orders; `scope` null: of any account. */
export function searchedWords(db: Db, scope: Scope | null, query: string): Promise<Word[]> {
  return wordsFor(query, async (telephone) => {
    const { rows } = await sql`/* unprepared */
      select from order_search
      where ${scope ? within(scope) : sql`true`} and ${hasWords(scope, telephone)} limit 1`.execute(db);
    return rows.length > 0;
  });
}

/** Text that more than so many of the newest orders have is frequent. */
const NEWEST = 10_000;
const FREQUENT = MOST_COUNTED.search;
/** Of so many orders a search notes which they are; what more of them have is looked for in each that a list reads. */
const MOST_NOTED = 10_000;

type Key = { account_id: string; environment: Environment; id: string };

/** Whether so many of the newest orders have the words that a list of them is short of none. */
async function isFrequent(db: Db, scope: Scope, words: readonly Word[]): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`/* unprepared */
    select count(*)::int as n from (
      select from (
        select text from order_search where ${within(scope)} order by order_id desc limit ${NEWEST}) x
      where ${containsAll(sql`x.text`, words)} limit ${FREQUENT + 1}) n`.execute(db);
  return (rows[0]?.n ?? 0) > FREQUENT;
}

/** The orders that have the words, at most one more than are noted. */
async function keysOf(db: Db, scope: Scope | null, words: readonly Word[], query: string): Promise<Key[]> {
  const all = scope ? within(scope) : sql`true`;
  const { rows } = await sql<Key>`/* unprepared */
    select account_id, environment, order_id as id from order_search where ${all} and ${hasWords(scope, words)}
    union all
    select account_id, environment, id from orders o
    where ${all} and id < ${UNINDEXED}::bigint and ${unfoldedMatches(scope, query)} limit ${MOST_NOTED + 1}`.execute(
    db,
  );
  return rows;
}

/**
 * What a search for words matches, as a condition of rows that name an order by `id`; `scope` null: rows `p` of any
 * account. The orders are found first, and by their keys: the planner cannot know how many a search finds, and its plan
 * for some is far too slow for others.
 */
export async function orderHasWords(
  db: Db,
  scope: Scope | null,
  query: string,
  id: RawBuilder<unknown>,
): Promise<RawBuilder<SqlBool>> {
  const words = await searchedWords(db, scope, query);
  if (words.length === 0) return sql<SqlBool>`true`;
  const keys = scope && (await isFrequent(db, scope, words)) ? null : await keysOf(db, scope, words, query);
  if (keys && keys.length <= MOST_NOTED) {
    const ids = keys.map((key) => key.id);
    if (scope) return sql<SqlBool>`${id} = any (${ids}::bigint[])`;
    return sql<SqlBool>`(p.account_id, p.environment, ${id}) in (select * from unnest(
      ${keys.map((key) => key.account_id)}::bigint[], ${keys.map((key) => key.environment)}::text[], ${ids}::bigint[]))`;
  }
  const [ofX, ofO] = scope
    ? [within(scope, "x"), within(scope, "o")]
    : ["x", "o"].map(
        (row) => sql`(${sql.raw(row)}.account_id, ${sql.raw(row)}.environment) = (p.account_id, p.environment)`,
      );
  const has = sql`(select ${containsAll(sql`x.text`, words)} from order_search x where ${ofX} and x.order_id = ${id})`;
  const { rows } = await sql<{ before: string | null }>`select ${UNINDEXED} as before`.execute(db);
  const before = rows[0]?.before;
  const had = sql`(select ${unfoldedMatches(scope, query)} from orders o where ${ofO} and o.id = ${id})`;
  return before ? sql<SqlBool>`(${has} or ${id} < ${before}::bigint and ${had})` : sql<SqlBool>`${has}`;
}

/**
 * What a search matches (contract §5.5): the orders whose id, tracking number or reference begins with it, if it can be
 * such a number and there are any; otherwise those that have its words.
 */
export async function searchFor(db: Db, scope: Scope, query: string): Promise<RawBuilder<SqlBool>> {
  const number = numberOf(query);
  const conditions = number ? conditionsFor(scope, number) : [];
  if (conditions.length > 0) {
    const any = conditions.map(
      (condition) => sql`exists (select from orders
        where ${within(scope)} and ${condition})`,
    );
    const { rows } = await sql<{ found: boolean[] }>`/* unprepared */
      select array[${sql.join(any)}]::boolean[] as found`.execute(db);
    const found = conditions.filter((_, index) => rows[0]?.found[index]);
    if (found.length > 0) return sql<SqlBool>`(${sql.join(found, sql` or `)})`;
  }
  return orderHasWords(db, scope, query, sql`orders.id`);
}
