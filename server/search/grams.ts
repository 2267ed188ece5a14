import type { Scope } from "@/server/db/scoped";
import type { Word } from "./words";

// A whole number for each part of a text, as the index has it. Two parts may have the same one: then the index finds
// more candidates, and the text decides.
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}

const MOST = 3;
/** Every text of some length has these, so that an index of them would tell nothing apart. */
const EVERYWHERE = /^[a-z0-9]$/;

// Nearly all text has one UTF-16 unit for each character.
const charactersOf = (text: string) => (/[\ud800-\udbff]/.test(text) ? [...text] : text);
const partOf = (characters: string | string[], from: number, size: number) => {
  const part = characters.slice(from, from + size);
  return typeof part === "string" ? part : part.join("");
};

/** The parts of one, two and three characters of a text without spaces. */
function addParts(text: string, into: Set<number>): void {
  const characters = charactersOf(text);
  for (let size = 1; size <= MOST; size++)
    for (let from = 0; from + size <= characters.length; from++) {
      const part = partOf(characters, from, size);
      if (!EVERYWHERE.test(part)) into.add(numberOf(part));
    }
}

/** The account and environment as an entry of the index, so that a merchant's search reads that merchant's entries. */
const scopePart = ({ accountId, environment }: Scope) => numberOf(`\n${accountId} ${environment}`);

/** The entries of the index for a record of folded text: its parts, and whose it is. */
export function gramsOf(scope: Scope, text: string): number[] {
  const grams = new Set([scopePart(scope)]);
  for (const word of text.split(/\s+/)) addParts(word, grams);
  return [...grams];
}

/** Entries that a record with this reading of a word has: those of parts side by side, as each more takes its time. */
function gramsOfReading(reading: string): number[] {
  const characters = charactersOf(reading);
  const size = Math.min(MOST, characters.length);
  const last = characters.length - size;
  const starts = [...Array.from({ length: Math.ceil(last / size) }, (_, at) => at * size), last];
  return starts
    .map((from) => partOf(characters, from, size))
    .flatMap((part) => (EVERYWHERE.test(part) ? [] : numberOf(part)));
}

/**
 * The entries of which a record with all the words has those of one list at each word; `scope` null: of any account.
 * Words that can stand for one text only share a list, so that the index is asked once.
 */
export function gramsOfWords(scope: Scope | null, words: readonly Word[]): number[][][] {
  const certain = words
    .filter((readings) => readings.length === 1)
    .flatMap(([reading = ""]) => gramsOfReading(reading));
  const others = words.filter((readings) => readings.length > 1).map((readings) => readings.map(gramsOfReading));
  const always = [...new Set([...(scope ? [scopePart(scope)] : []), ...certain])];
  return [...(always.length ? [[always]] : []), ...others];
}
