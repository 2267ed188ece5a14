import { beginOf, type District, type Place, places, type Word, wordsOf } from "./places";

/** A place that the text names; `numbers`: where a street's house number can be. */
type Found = { place: Place; start: number; end: number; chinese: boolean; isOfBuilding: boolean };

const STREET_WORD = /^(road|street|lane|avenue|path|drive|circuit|crescent)$/;
/** "Kai Tak Commercial Building": a place's name that may be a building's elsewhere. */
const BUILDING_WORD = /^(?:commercial|building|industrial|centre|mansion|court|house|tower|plaza)$/;
const STREET_SIGN = /^(?:公路|[道路街里徑巷坊])/;
/** 東區, 南區 and 北區 are also parts of other names. */
const SHORT_DISTRICT = /^[東南北]區$/;

const HAN_APART = /^\p{Script=Han}(?: ?\p{Script=Han})+/u;

/** Where names end that begin here, the longest first: "長 洲" is written as widely as the whole of it. */
function* namesAt(plain: string, start: number): Generator<{ name: string; end: number }> {
  const { longest } = places();
  const most = longest.get(plain.slice(start, start + 2)) ?? 0;
  for (let length = Math.min(most, plain.length - start); length >= 2; length--)
    yield { name: plain.slice(start, start + length), end: start + length };
  const apart = HAN_APART.exec(plain.slice(start, start + 24))?.[0];
  if (!apart?.includes(" ")) return;
  const letters = [...apart.matchAll(/[^ ]/g)];
  const word = letters.map(([letter]) => letter).join("");
  for (let length = Math.min(longest.get(word.slice(0, 2)) ?? 0, word.length); length >= 2; length--) {
    const end = (letters[length - 1]?.index ?? 0) + 1;
    if (apart.slice(0, end).includes(" ")) yield { name: word.slice(0, length), end: start + end };
  }
}

function chineseAt(plain: string, start: number): Found | null {
  const table = places();
  for (const { name, end } of namesAt(plain, start)) {
    const place = table.chinese.get(name);
    if (!place) continue;
    const next = plain.slice(end);
    // "迎海樓" is not "迎海".
    if (place.kind === "building" && /^[樓閣苑軒臺台村](?![下上])/.test(next) && !/[樓閣苑軒臺台村廈]$/.test(name))
      continue;
    // 長洲東灣路 is a road of 長洲, though 長洲東灣 is a place as well.
    if ((place.kind === "part" || place.kind === "region") && STREET_SIGN.test(next)) continue;
    if (
      SHORT_DISTRICT.test(name) &&
      /[\p{Script=Han}](?<!香港|新界|九龍|港島)$/u.test(plain.slice(Math.max(0, start - 2), start))
    )
      continue;
    return { place, start, end, chinese: true, isOfBuilding: false };
  }
  return null;
}

const BREAK = /[,;()\n|*•，（）、]/;
const REGION_NEXT = /^(hong|hk|kowloon|kln|kl|nt|n|new|station|district)$/;

/** Whether a name is by itself between commas, brackets or the ends of lines. */
function isAlone(plain: string, words: readonly Word[], from: number, to: number): boolean {
  const [first, last, before, after] = [words[from], words[to], words[from - 1], words[to + 1]];
  if (!first || !last) return false;
  const lead = plain.slice(before?.end ?? 0, first.start);
  const tail = plain.slice(last.end, after?.start ?? plain.length);
  const opens = !before || BREAK.test(lead);
  return opens && (!after || BREAK.test(tail) || REGION_NEXT.test(after.key));
}

function englishAt(plain: string, words: readonly Word[], from: number): { found: Found; count: number } | null {
  const { english, longest } = places();
  const named: { place: Place; count: number }[] = [];
  for (let count = 1, key = ""; count <= 8 && from + count <= words.length; count++) {
    key += words[from + count - 1]?.key;
    // Of fewer letters than a beginning has, nothing is known yet.
    if (beginOf(key) !== key && key.length > (longest.get(beginOf(key)) ?? 0)) break;
    const place = english.get(key);
    if (place) named.push({ place, count });
  }
  for (const { place, count } of named.reverse()) {
    const [first, last] = [words[from], words[from + count - 1]];
    if (!first || !last) continue;
    // A name goes on neither over a line nor over an unfinished list of other things.
    if (/[\n,;，]/.test(plain.slice(first.start, last.end))) continue;
    if ((place.kind === "part" || place.kind === "region") && STREET_WORD.test(words[from + count]?.key ?? ""))
      continue;
    if (place.needsThe && !first.isNamed) continue;
    if (place.alone && !isAlone(plain, words, from, from + count - 1)) continue;
    const isOfBuilding = place.kind === "part" && BUILDING_WORD.test(words[from + count]?.key ?? "");
    return { found: { place, start: first.start, end: last.end, chinese: false, isOfBuilding }, count };
  }
  return null;
}

const COMPANY =
  /^\s*(?:commercial|building|industrial|cent(?:re|er)|mansion|court|house|tower|plaza|ltd|limited|co|company|corp|inc|group|trading|restaurant|cafe|bakery|seafood|store|shop|salon|clinic)\b/;
const COMPANY_CHINESE = /^(?:大廈|大樓|酒樓|酒家|餐廳|茶餐廳|冰室|餅店|海鮮(?!街)|食品|公司|有限|集團|企業|貿易)/;

/** Whether a part of the town only gives its name to a building, a shop or a company, which may be anywhere. */
function carriesName(plain: string, { place, end, chinese, isOfBuilding }: Found): boolean {
  if (place.kind !== "part") return false;
  return isOfBuilding || (chinese ? COMPANY_CHINESE : COMPANY).test(plain.slice(end));
}

/** 高街 and 廟街 are also the ends of other names. */
const WITHIN_NAME = /\p{Script=Han}(?<!香港|新界|九龍|港島|區)$/u;

const OF_BLOCK = /[樓閣座]$/;
const AFTER_ESTATE = /^\p{Script=Han}+[村苑][\s,，]*$/u;

/** The places that a text names, the longest names first at each place. */
export function placesIn(plain: string): Found[] {
  const found: Found[] = [];
  for (let i = 0; i < plain.length; ) {
    const code = plain.charCodeAt(i);
    const match = code > 0xff ? chineseAt(plain, i) : null;
    const last = found.at(-1);
    const isShortStreet = match?.place.kind === "street" && match.end - match.start === 2;
    const isWithin = isShortStreet && last?.end !== i && WITHIN_NAME.test(plain.slice(Math.max(0, i - 2), i));
    // A block's name after that of its estate says nothing more: many estates have a block of that name.
    const isBlock =
      match && last && OF_BLOCK.test(plain.slice(i, match.end)) && AFTER_ESTATE.test(plain.slice(last.start, i));
    if (match && !isWithin && !isBlock) found.push(match);
    i = match && !isWithin ? match.end : i + 1;
  }
  const words = wordsOf(plain);
  for (let i = 0; i < words.length; ) {
    const match = englishAt(plain, words, i);
    if (match) found.push(match.found);
    i += match?.count ?? 1;
  }
  return found;
}

/** A street's house number: after its name in Chinese, before it in English. */
function houseNumber(plain: string, { start, end, chinese }: Found): number | null {
  const match = chinese
    ? /^[^\d\p{L}]{0,2}(\d{1,4})(?![\da-z]*\s*(?:樓|室|座|期|層|\/?f\b))/u.exec(plain.slice(end, end + 12))
    : /(\d{1,4})[a-z]?(?:\s*[-&/]\s*\d{1,4}[a-z]?)?[,\s]*$/.exec(plain.slice(Math.max(0, start - 16), start));
  return match ? Number(match[1]) : null;
}

/** Where a place is; of one that is in several districts, in the regions that the text names. */
function spotsOf(plain: string, found: Found, regions: ReadonlySet<District>): Place["districts"] {
  const within = found.place.districts.filter(({ district }) => regions.has(district));
  const districts = within.length > 0 ? within : found.place.districts;
  const ranged = districts.filter(({ numbers }) => numbers);
  if (ranged.length === 0) return districts;
  const house = houseNumber(plain, found);
  const inRange = ranged.filter(({ numbers }) => house && numbers && house >= numbers.from && house <= numbers.to);
  const rest = districts.filter(({ numbers }) => !numbers);
  return inRange.length > 0 ? inRange : rest.length > 0 && house ? rest : districts;
}

const WEIGHT = { district: 6, part: 3, building: 3, street: 2, region: 0.8 } as const;
/** A district needs LEAST points and a lead of MARGIN over every other; a region by itself is not enough. */
const MARGIN = 0.5;
const LEAST = 1.4;

/** A place that an address names, without districts and regions, which contain every place. */
export type Named = Pick<Found, "start" | "chinese"> &
  Pick<Place, "kind"> &
  Pick<Place["districts"][number], "id" | "within">;

export type DistrictVerdict = {
  district: District | null;
  isHongKong: boolean;
  /** Those in the district, or all where nothing decides on one. */
  named: readonly Named[];
};

/**
 * The district of an address (contract §34.3). The places that it names vote for districts, weighted by how specific
 * they are; one that lies in several splits its vote. Null without a clear winner.
 */
export function districtOf(plain: string): DistrictVerdict {
  const found = placesIn(plain);
  const ofRegions = found.filter(({ place }) => place.kind === "region").flatMap(({ place }) => place.districts);
  const regions = new Set(ofRegions.map(({ district }) => district));
  const sums = new Map<District, number>();
  const counted = new Set<Place>();
  const spots = found.map((each) => spotsOf(plain, each, regions));
  const districtsAt = (at: number) => [...new Set(spots[at]?.map(({ district }) => district))];
  for (const [at, each] of found.entries()) {
    if (counted.has(each.place)) continue;
    counted.add(each.place);
    const districts = districtsAt(at);
    const share =
      (each.isOfBuilding ? LEAST : WEIGHT[each.place.kind]) / (each.place.kind === "region" ? 1 : districts.length);
    for (const district of districts) sums.set(district, (sums.get(district) ?? 0) + share);
  }
  const said = found.filter(({ place }) => place.kind === "district").flatMap(({ place }) => place.districts);
  const others = [...found.keys()].filter((at) => !/^(?:district|region)$/.test(found[at]?.place.kind ?? ""));
  // "Tsuen Wan District" in an address of which nothing else is in it: one of the two is wrong.
  const contradicts = said.some(
    ({ district }) => others.length > 0 && others.every((at) => !spots[at]?.some((spot) => spot.district === district)),
  );
  const [first, second] = [...sums].sort((a, b) => b[1] - a[1]);
  const isClear = first !== undefined && !contradicts && first[1] >= LEAST && first[1] - (second?.[1] ?? 0) >= MARGIN;
  const district = isClear ? first[0] : null;
  const named = others.flatMap((at): Named[] => {
    const each = found[at];
    const spot = spots[at]?.find((one) => district === null || one.district === district);
    if (!each || !spot || carriesName(plain, each)) return [];
    const { start, chinese, place } = each;
    return [{ start, chinese, kind: place.kind, id: spot.id, within: spot.within }];
  });
  return { district, isHongKong: found.some(({ place }) => !place.isWeak), named };
}
