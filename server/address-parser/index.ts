// Parts an address in one block into fields, and knows Hong Kong's places for that (`places.txt`).
// Stores nothing and calls no other service.
import type { parseAddress as contract, ParsedAddress } from "@/lib/contracts/address-parse";
import type { InputOf } from "@/lib/contracts/contract";
import type { AccountContext } from "@/server/context";
import { type DistrictVerdict, districtOf } from "./district";
import { liesIn } from "./lies-in";
import { parseBlock } from "./parse";
import { idOfPlace, places } from "./places";
import { plainOf } from "./text";

export { parseBlock } from "./parse";

/** `POST /addresses/parse` (contract §34). */
export async function parseAddress(
  _: AccountContext,
  { text, country }: InputOf<typeof contract>,
): Promise<ParsedAddress> {
  return parseBlock(text, country ?? null);
}

/** So many addresses are remembered: a list is read again and again. */
const MOST_KNOWN = 5000;
const known = new Map<string, DistrictVerdict>();

function verdictOn(address: string): DistrictVerdict {
  const before = known.get(address);
  if (before !== undefined) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  // Accents and invisible characters make no other place.
  const verdict = districtOf(plainOf(address.normalize("NFKD").replace(/[\p{M}\p{Cf}]/gu, "")));
  known.set(address, verdict);
  return verdict;
}

/** The district of an address in Hong Kong, by its English name; null: nothing decides (contract §34.3). */
export function districtIn(address: string): string | null {
  return verdictOn(address).district;
}

/** Places by their names; a name that the table of places lacks is of none. */
export function areasOf(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => idOfPlace(name) ?? []));
}

/** Whether the smallest place in which an address lies is one of these areas, or in one (contract §13.16). */
export function liesInArea(address: string, areas: ReadonlySet<string>): boolean {
  return liesIn(verdictOn(address), areas);
}

/** Reads the table of places before the first request, which takes a tenth of a second (contract §34). */
export function loadPlaces(): void {
  places();
}
