import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DISTRICTS } from "@/lib/addresses/districts";
import { processWide } from "@/server/process-wide";
import { plainOf } from "./text";

/** What a name says about the district: the district itself, a part of it, an estate or building, a street, a region. */
type Kind = "district" | "part" | "building" | "street" | "region";

export type District = (typeof DISTRICTS)[number][0];

/** The house numbers of a street that belong to the district, both included. */
type Numbers = { from: number; to: number };

/** Where a place is. `id` is the same for all its names. */
type Spot = {
  district: District;
  numbers: Numbers | null;
  id: string;
  /** The place that it lies in, as {@link Places.within} has it; null: none that is known. */
  within: string | null;
};

export type Place = {
  kind: Kind;
  districts: Spot[];
  /** A name that is also an ordinary word or a name elsewhere: it counts only where it is by itself. */
  alone: boolean;
  /** The name could as well be in another country. */
  isWeak: boolean;
  /** "The Center": without the article it is an ordinary word. */
  needsThe: boolean;
};

export type Places = {
  chinese: Map<string, Place>;
  english: Map<string, Place>;
  /** How long names are at most that begin so: with these two Chinese characters, or as {@link beginOf} has it. */
  longest: Map<string, number>;
  /** The place in which one lies, by their ids: Pui O in South Lantau, which is in Lantau Island. */
  within: Map<string, string>;
};

const KINDS: Record<string, Kind> = { p: "part", e: "building", s: "street" };
/** Stronger first: of two kinds of a name, the first counts. */
const ORDER: Kind[] = ["district", "region", "part", "building", "street"];

const ABBREVIATED = new Map(
  Object.entries({
    rd: "road",
    st: "street",
    av: "avenue",
    ave: "avenue",
    ln: "lane",
    est: "estate",
    bldg: "building",
    ctr: "centre",
    center: "centre",
    ind: "industrial",
    indl: "industrial",
    comm: "commercial",
    fty: "factory",
    gdn: "garden",
    gdns: "garden",
    gardens: "garden",
    mansions: "mansion",
    mans: "mansion",
    sq: "square",
    chuen: "tsuen",
    crt: "court",
    mt: "mount",
    apartments: "apartment",
  }),
);

/** `isNamed`: "the" is before it. */
export type Word = { key: string; start: number; end: number; isNamed: boolean };

/** The English words of a text, abbreviations written out, with their places. */
export function wordsOf(plain: string): Word[] {
  return [...plain.matchAll(/[a-z0-9à-ÿ]+(?:'[a-z]+)*/g)].flatMap((match) => {
    const key = match[0].replaceAll("'", "");
    if (key === "the") return [];
    const isNamed = /\bthe\s+$/.test(plain.slice(Math.max(0, match.index - 5), match.index));
    return [{ key: ABBREVIATED.get(key) ?? key, start: match.index, end: match.index + match[0].length, isNamed }];
  });
}

// Names that other countries have as well.
const ELSEWHERE = new Set(
  [
    ...["Aberdeen", "Gold Coast", "Times Square", "Central Park", "Admiralty", "Science Park", "Victoria Park", "Soho"],
    ...["Disneyland", "World Trade Centre", "Central Plaza", "Park Avenue", "Ocean Park", "Olympian City", "High Park"],
    ...["City Garden", "Riviera Plaza", "Riviera Gardens", "West Kowloon", "Container Terminal", "Park Central"],
    ...["Palm Springs", "Happy Valley", "Beverly Hill", "Central Library", "Park Signature", "Grand Central"],
    ...["Victoria Peak", "The Avenue", "The Center", "The Legend", "The Arch", "The Waterfront", "City Point"],
  ].map((name) => keyOf(name)),
);

function keyOf(name: string): string {
  let key = "";
  for (const word of name
    .toLowerCase()
    .replaceAll("'", "")
    .split(/[^a-z0-9à-ÿ]+/))
    if (word !== "the") key += ABBREVIATED.get(word) ?? word;
  return key;
}

const isChinese = (name: string) => /[\u3400-\u9fff]/.test(name);
/** The shops and stops of an estate have its name. */
const OF_ESTATE = ["商場", "街市", "購物中心", "廣場", "停車場", "商業中心", "社區中心"];
const OF_ESTATE_EN = ["Shopping Centre", "Market", "Plaza", "Commercial Centre", "Shopping Arcade", "Shopping Mall"];

/** A name with those of what belongs to it. */
function withVariants(name: string, kind: Kind): string[] {
  if (kind !== "building") return [name];
  if (isChinese(name)) {
    const stem = /^(.{2,})[邨苑]$/u.exec(name)?.[1];
    return stem ? [name, ...OF_ESTATE.map((what) => stem + what)] : [name];
  }
  const stem = /^(.+ .+) (?:Estate|Court)$/.exec(name)?.[1];
  return stem ? [name, ...OF_ESTATE_EN.map((what) => `${stem} ${what}`)] : [name];
}

/** What tells most English names apart from what is no name: the key's first letters. */
export const beginOf = (key: string) => key.slice(0, 4);

/** The id of a place with this name. */
const idOf = (name: string) => (isChinese(name) ? plainOf(name) : keyOf(name));

function add(
  places: Places,
  written: string,
  kind: Kind,
  { district, ...where }: Pick<Spot, "district"> & Partial<Spot>,
): void {
  const [, sign, name = "", from, to] = /^(=?)([^@]*)(?:@(\d+)-(\d+))?$/.exec(written) ?? [];
  const numbers = from ? { from: Number(from), to: Number(to) } : null;
  const spot: Spot = { id: idOf(name), within: null, ...where, district, numbers };
  for (const variant of withVariants(name, kind)) {
    const chinese = isChinese(variant);
    const key = idOf(variant);
    const map = chinese ? places.chinese : places.english;
    const words = variant.split(/[\s-]+/).length;
    const isWeak =
      !chinese && (sign === "=" || ELSEWHERE.has(key) || words < ({ street: 3, building: 2 }[kind as "street"] ?? 1));
    const needsThe = /^The [^ ]+$/.test(variant);
    const known = map.get(key);
    if (!known) map.set(key, { kind, districts: [spot], alone: sign === "=", isWeak, needsThe });
    else if (ORDER.indexOf(kind) < ORDER.indexOf(known.kind) && kind !== "part") map.set(key, { ...known, kind });
    if (known && !known.districts.some((each) => each.district === district && each.numbers?.from === numbers?.from))
      known.districts.push(spot);
    const begin = chinese ? key.slice(0, 2) : beginOf(key);
    places.longest.set(begin, Math.max(places.longest.get(begin) ?? 0, key.length));
  }
}

const REGION_WORDS = {
  HK: ["港島", "香港島", "Hong Kong Island"],
  KLN: ["九龍", "Kowloon", "KLN", "KL"],
  NT: ["新界", "New Territories", "N T", "NT"],
};

/** The table of Hong Kong's places (`places.txt`), read once. */
export function places(): Places {
  return processWide("hong-kong-places", read);
}

/** The id of the part of the town that has this name; null: there is none. */
export function idOfPlace(name: string): string | null {
  const { chinese, english } = places();
  const place = (isChinese(name) ? chinese : english).get(idOf(name));
  return place?.kind === "part" ? (place.districts[0]?.id ?? null) : null;
}

function read(): Places {
  const table: Places = {
    chinese: new Map(),
    english: new Map(),
    longest: new Map(),
    within: new Map(),
  };
  for (const [district, chinese, region] of DISTRICTS) {
    add(table, `${district} District`, "district", { district });
    add(table, chinese, "district", { district });
    for (const word of REGION_WORDS[region]) add(table, word, "region", { district });
  }
  add(table, "Central & Western District", "district", { district: "Central and Western" });
  let district: District = "Central and Western";
  for (const line of readFileSync(join(process.cwd(), "server/address-parser/places.txt"), "utf8").split("\n")) {
    if (line.startsWith("# ")) district = line.slice(2) as District;
    const [, letter = "", container, names = ""] = /^([pes])(?:>(\S+))? (.*)$/.exec(line) ?? [];
    const kind = KINDS[letter];
    if (!kind) continue;
    const within = container === undefined ? null : plainOf(container);
    for (const group of names.split("; ")) {
      const same = group.split("|");
      const id = idOf((same[0] ?? "").replace(/^=|@.*$/g, ""));
      if (within !== null && kind === "part") table.within.set(id, within);
      for (const name of same) add(table, name, kind, { district, id, within });
    }
  }
  return table;
}
