// Parts an address in one block into fields, and knows Hong Kong's places for that (`places.txt`).
// Stores nothing and asks nobody.
import type { parseAddress as contract, ParsedAddress } from "@/lib/contracts/address-parse";
import type { InputOf } from "@/lib/contracts/contract";
import type { AccountContext } from "@/server/context";
import { districtOf } from "./district";
import { parsed } from "./parse";
import { places } from "./places";
import { plainOf } from "./text";

/** `POST /addresses/parse` (contract §34). */
export async function parseAddress(
  _: AccountContext,
  { text, country }: InputOf<typeof contract>,
): Promise<ParsedAddress> {
  return parsed(text, country ?? null);
}

/** So many addresses are remembered: a list is read again and again. */
const MOST_KNOWN = 5000;
const known = new Map<string, string | null>();

/** The district of an address in Hong Kong, by its English name; null: nothing decides (contract §34.3). */
export function districtIn(address: string): string | null {
  const before = known.get(address);
  if (before !== undefined) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const { district } = districtOf(plainOf(address));
  known.set(address, district);
  return district;
}

/** Reads the table of places before anybody asks, which takes a tenth of a second (contract §34). */
export function loadPlaces(): void {
  places();
}
