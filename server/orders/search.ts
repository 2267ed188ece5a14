import { digitsOf } from "@/lib/phone";
import type { Scope } from "@/server/context";

const PART = 3;

function normal(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

function parts(text: string, length: number, into: Set<string>): void {
  // Nearly all text has one unit a character; splitting it into characters first would be most of the work.
  const characters = /[\ud800-\udbff]/.test(text) ? [...text] : null;
  const count = characters?.length ?? text.length;
  for (let i = 0; i + length <= count; i++)
    into.add(characters ? characters.slice(i, i + length).join("") : text.slice(i, i + length));
}

/** The scope as an element of the search index, so that one merchant's search reads only their own entries. */
function scopeElement({ accountId, environment }: Scope): string {
  return `@${accountId}:${environment}`;
}

/** What is stored of an order for searching: the text itself and the index's elements. */
export function searchEntry(
  scope: Scope,
  fields: readonly (string | null | undefined)[],
): { text: string; elements: string[] } {
  const texts = fields.filter((field): field is string => Boolean(field)).map(normal);
  const elements = new Set<string>([scopeElement(scope)]);
  for (const text of texts) for (let length = 1; length <= PART; length++) parts(text, length, elements);
  return { text: texts.join("\n"), elements: [...elements] };
}

/** What a search asks for; several ways of reading the query are alternatives. */
export type SearchTerm = { text: string; elements: string[] };

/**
 * The terms of a query: the text itself, and a number without the separators it was written with. `scope` null: over
 * every account.
 */
export function searchTerms(scope: Scope | null, query: string): SearchTerm[] {
  const readings = new Set([normal(query)]);
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
