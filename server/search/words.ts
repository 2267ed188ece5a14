import { type RawBuilder, type SqlBool, sql } from "kysely";
import { digitsOf } from "@/lib/addresses/phone";
import { tidyNumber } from "@/lib/tidy-number";
import { fold } from "./fold";

/** A word of a search: the texts that it can stand for, of which a record must contain one. */
export type Word = readonly string[];

/** "+55", "(852)", "9123-4567": a telephone number, or a part of one, as pages show it. */
const OF_TELEPHONE = /^[+(]*\d[\d()+./-]*$/;
/** A telephone number has no fewer and no more digits; those of fewer may as well be several numbers. */
const TELEPHONE_DIGITS = { min: 7, max: 15 };

const telephoneDigits = (text: string) => digitsOf(text).replace(/^00/, "");

/** What a word can stand for: itself, a number as labels have it, and the digits of a telephone number. */
function readingsOf(word: string): string[] {
  const readings = [fold(word)];
  if (/\d/.test(word)) readings.push(fold(tidyNumber(word)));
  if (OF_TELEPHONE.test(word)) readings.push(telephoneDigits(word));
  return [...new Set(readings)].filter((reading) => reading !== "");
}

/**
 * The words of a search, all of which a record must contain, in any order (contract §5.11). None: the search has nothing
 * in it that could be found, and finds everything.
 */
export function wordsOf(query: string): Word[] {
  return query
    .normalize("NFKC")
    .split(/\s+/)
    .map(readingsOf)
    .filter((readings) => readings.length > 0);
}

/** A telephone number with spaces in it, as one word; null: the search is none. */
function telephoneOf(query: string): Word | null {
  const parts = query.normalize("NFKC").trim().split(/\s+/);
  const digits = telephoneDigits(parts.join(""));
  const { min, max } = TELEPHONE_DIGITS;
  const isOne = parts.length > 1 && parts.every((part) => /^[\d()+./-]+$/.test(part));
  return isOne && digits.length >= min && digits.length <= max ? [digits] : null;
}

/**
 * The words to search for: a telephone number whose digits are found together is one, because each of "+33 6 12 34 56 78"
 * is in many records. `isFound` says whether any record has it.
 */
export async function wordsFor(query: string, isFound: (words: Word[]) => Promise<boolean>): Promise<Word[]> {
  const telephone = telephoneOf(query);
  return telephone && (await isFound([telephone])) ? [telephone] : wordsOf(query);
}

/** Whether a column of {@link fold} text contains all the words; wildcards mean nothing. */
export function containsAll(column: RawBuilder<unknown>, words: readonly Word[]): RawBuilder<SqlBool> {
  const each = words.map((readings) => {
    const any = readings.map((reading) => sql`strpos(${column}, ${reading}) > 0`);
    return sql`(${sql.join(any, sql` or `)})`;
  });
  return each.length ? sql<SqlBool>`(${sql.join(each, sql` and `)})` : sql<SqlBool>`true`;
}
