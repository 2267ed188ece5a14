/** Owns whether an address lies in one of some places, which is about the smallest place that it names (contract §13.16). */
import { DISTRICTS } from "@/lib/addresses/districts";
import type { DistrictVerdict, Named } from "./district";
import { places } from "./places";
import { plainOf } from "./text";

/** "西貢" is the town, and in "西貢 將軍澳" the district. */
const DISTRICT_NAMES = new Set(DISTRICTS.map(([, chinese]) => plainOf(chinese.replace(/區$/, ""))));

/** A building is smaller than the part of the town that it is in; a street may lead through several. */
const RANK = { building: 3, part: 2, street: 1, district: 0, region: 0 } as const;

/** A place and those that contain it, by their ids. */
function chainOf({ id, within }: Named): string[] {
  const chain = [id];
  for (let next = within ?? places().within.get(id); next !== undefined; next = places().within.get(next)) {
    if (chain.includes(next)) break;
    chain.push(next);
  }
  return chain;
}

/** In Chinese the smaller comes later, in English earlier. */
function isSmaller(one: Named, other: Named): boolean {
  if (RANK[one.kind] !== RANK[other.kind]) return RANK[one.kind] > RANK[other.kind];
  return one.chinese && other.chinese ? one.start > other.start : one.start < other.start;
}

/** Whether the smallest place of an address is one of these, given by their ids, or lies in one. */
export function liesIn({ named }: Pick<DistrictVerdict, "named">, areas: ReadonlySet<string>): boolean {
  const chains = named.map((place) => ({ place, chain: chainOf(place) }));
  const around = new Set(chains.flatMap(({ chain }) => chain.slice(1)));
  const smallest = chains.filter(({ place }) => !around.has(place.id));
  const isIn = ({ chain }: { chain: string[] }) => chain.some((id) => areas.has(id));
  const inside = smallest.filter(isIn);
  // Of a street or building nothing may be known but its district.
  const outside = smallest.filter((each) => !isIn(each) && (each.place.kind === "part" || each.chain.length > 1));
  if (inside.length === 0 || outside.length === 0) return inside.length > 0;
  if (inside.every(({ place }) => DISTRICT_NAMES.has(place.id))) return false;
  const [first] = [...inside, ...outside].sort((a, b) => (isSmaller(a.place, b.place) ? -1 : 1));
  return first !== undefined && isIn(first);
}
