import { type RawBuilder, type SqlBool, sql } from "kysely";
import { digitsOf } from "@/lib/phone";
import { tidyNumber } from "@/lib/tidy-number";
import type { Db, Scope } from "@/server/context";
import { within } from "@/server/db/scoped";

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

/** What is stored for searching an order: the text itself and the index's elements. */
export function searchEntry(
  scope: Scope,
  fields: readonly (string | null | undefined)[],
): { text: string; elements: string[] } {
  const texts = fields.filter((field): field is string => Boolean(field)).map(searchable);
  const elements = new Set<string>([scopeElement(scope)]);
  for (const text of texts) for (let length = 1; length <= PART; length++) parts(text, length, elements);
  return { text: texts.join("\n"), elements: [...elements] };
}

/** One way to read a search; several are alternatives. */
export type SearchTerm = { text: string; elements: string[] };

/** Too many numbers start with fewer characters than this. */
const LEAST_OF_NUMBER = 3;

/**
 * The number that a search can be the beginning of: as it is on labels, and as references have it; null if it is none.
 * What has blanks in it is one only if nothing else is.
 */
export function numberOf(query: string): { onLabel: string; text: string } | null {
  const [onLabel, text] = [tidyNumber(query), searchable(query)];
  if (onLabel.length < LEAST_OF_NUMBER || !/\d/.test(onLabel)) return null;
  return !/\s/.test(text) || /^[A-Z]{0,4}\d+$/.test(onLabel) ? { onLabel, text } : null;
}

/** The terms of a query: the text itself, and a number without its separators. `scope` null: across all accounts. */
export function searchTerms(scope: Scope | null, query: string): SearchTerm[] {
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
 * What contains the text of a query, in a table with the columns of {@link searchEntry}. The index finds candidates by
 * their parts; then the text is compared character by character, so wildcards mean nothing.
 */
export function textMatches(scope: Scope, query: string): RawBuilder<SqlBool> {
  const terms = searchTerms(scope, query).map(
    ({ text, elements }) => sql`(search @> ${elements}::text[] and strpos(search_text, ${text}) > 0)`,
  );
  return terms.length ? sql`(${sql.join(terms, sql` or `)})` : sql`true`;
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

/** The ways in which a text can be the beginning of an order's number, each with its own index. */
function numberWays(scope: Scope, number: SearchedNumber): RawBuilder<SqlBool>[] {
  const { tracking, reference, id } = numberConditions(number);
  const parcels = sql<SqlBool>`id in (select order_id from order_parcels where ${within(scope)} and position > 1 and ${tracking})`;
  return [...(id ? [id] : []), tracking, parcels, reference];
}

/**
 * What a search matches (contract §5.5): the orders whose id, tracking number or reference begins with it, if it can be
 * such a number and there are any; otherwise those whose text contains it.
 */
export async function searchFor(db: Db, scope: Scope, query: string): Promise<RawBuilder<SqlBool>> {
  const number = numberOf(query);
  if (!number) return textMatches(scope, query);
  const ways = numberWays(scope, number);
  const any = ways.map(
    (way) => sql`exists (select from orders
      where ${within(scope)} and ${way})`,
  );
  const { rows } = await sql<{ found: boolean[] }>`/* unprepared */ select array[${sql.join(any)}] as found`.execute(
    db,
  );
  const found = ways.filter((_, index) => rows[0]?.found[index]);
  return found.length ? sql<SqlBool>`(${sql.join(found, sql` or `)})` : textMatches(scope, query);
}
