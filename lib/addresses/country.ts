import countries from "i18n-iso-countries";
import english from "i18n-iso-countries/langs/en.json" with { type: "json" };

countries.registerLocale(english);

// What people write, ISO's short names that neither the data package nor Intl has, and CLDR's variants.
const WRITTEN: Record<string, string> = {
  AE: "UAE|阿聯酋",
  BO: "Bolivia (Plurinational State of)",
  CC: "Cocos (Keeling) Islands",
  CD: "Congo (the Democratic Republic of the)|Congo (DRC)|DR Congo",
  CG: "Congo (Republic)",
  CI: "Ivory Coast",
  CV: "Cape Verde|Cabo Verde",
  CZ: "Czech Republic",
  FK: "Falkland Islands (the) [Malvinas]|Falkland Islands (Islas Malvinas)",
  FM: "Micronesia (Federated States of)",
  GB: "UK|Great Britain|England|Scotland|Wales|Northern Ireland|United Kingdom of Great Britain and Northern Ireland (the)",
  HK: "Hong Kong|Hong Kong SAR",
  IR: "Iran (Islamic Republic of)",
  KP: "Korea (the Democratic People's Republic of)",
  KR: "Korea|韓國|大韓民國|Korea (the Republic of)",
  LA: "Lao People's Democratic Republic (the)",
  MD: "Moldova (the Republic of)",
  MF: "Saint Martin (French part)",
  MK: "Macedonia|Republic of North Macedonia",
  MM: "Burma",
  MO: "Macao|Macau|Macau SAR|Macao SAR",
  NL: "Holland|Netherlands (Kingdom of the)",
  NZ: "Aotearoa New Zealand",
  PN: "Pitcairn",
  PS: "Palestine, State of",
  RU: "Russia",
  SH: "Saint Helena, Ascension and Tristan da Cunha",
  SX: "Sint Maarten (Dutch part)",
  SY: "Syrian Arab Republic (the)",
  SZ: "Swaziland",
  TL: "East Timor",
  TR: "Turkey|Türkiye",
  TW: "Taiwan|Taiwan (Province of China)",
  TZ: "Tanzania, the United Republic of",
  US: "USA|America|United States of America (the)",
  VA: "Holy See (the)",
  VE: "Venezuela (Bolivarian Republic of)",
  VG: "Virgin Islands (British)",
  VI: "Virgin Islands (U.S.)",
  VN: "Vietnam|Viet Nam",
};
/** The name of two countries, so it identifies neither, although ISO gives it to one. */
const SHARED = "Congo";

const NAME = /^[\p{L}\p{M} '‘’ʼ`.,&()[\]（）–—-]+$/u;

/** A name without everything that people write differently: case, accents, apostrophes, brackets, `&`, `St.`, "the". */
function keyOf(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[\p{M}'‘’ʼ`.]/gu, "")
    .replaceAll("&", " and ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/\bst\b/g, "saint")
    .replace(/\bthe\b/g, "")
    .replace(/ +/g, " ")
    .trim();
}

let known: ReadonlyMap<string, string | null> | undefined;

/**
 * The code for every name's key; null when two countries share the name. CLDR's names come from the JavaScript engine.
 */
function names(): ReadonlyMap<string, string | null> {
  if (known) return known;
  const map = new Map<string, string | null>();
  const put = (name: string | undefined, code: string) => {
    const key = keyOf(name ?? "");
    if (key) map.set(key, (map.get(key) ?? code) === code ? code : null);
  };
  const languages = ["en", "zh-Hant-HK", "zh-Hant-TW"].flatMap((language) =>
    (["long", "short"] as const).map(
      (style) => new Intl.DisplayNames([language], { type: "region", style, fallback: "none" }),
    ),
  );
  for (const code of countryCodes()) {
    for (const name of countries.getName(code, "en", { select: "all" }) ?? []) put(name, code);
    for (const language of languages) put(language.of(code), code);
  }
  for (const [code, written] of Object.entries(WRITTEN))
    for (const name of written.split("|")) map.set(keyOf(name), code);
  map.set(keyOf(SHARED), null);
  known = map;
  return map;
}

/**
 * The alpha-2 code of a code in any case or of a country's name, English or traditional Chinese; null when there is none
 * (contract §3.9).
 */
export function countryCode(value: string): string | null {
  const text = value.trim();
  if (/^[A-Za-z]{2}$/.test(text)) {
    const upper = text.toUpperCase();
    if (countries.isValid(upper)) return upper;
  }
  return NAME.test(text) ? (names().get(keyOf(text)) ?? null) : null;
}

/** The English name of an alpha-2 code; the code itself when unknown. */
export function countryName(alpha2: string): string {
  if (alpha2 === "TW") return "Taiwan";
  if (alpha2 === "MO") return "Macau";
  // The data package's short name is the same for both Congos.
  if (alpha2 === "CD") return "Democratic Republic of the Congo";
  if (alpha2 === "CG") return "Republic of the Congo";
  return countries.getName(alpha2, "en", { select: "alias" }) ?? countries.getName(alpha2, "en") ?? alpha2;
}

/** Names of a country besides its usual ones that people write. */
export function writtenNames(alpha2: string): string[] {
  return WRITTEN[alpha2]?.split("|") ?? [];
}

/** Every alpha-2 code. */
export function countryCodes(): string[] {
  return Object.keys(countries.getAlpha2Codes());
}

const PUERTO_RICO = ["pr", "puerto rico", "p.r.", "porto rico"];

/** The country that prices and rules use: the United States with the state of Puerto Rico is PR (contract §3.8). */
export function destinationCountry(alpha2: string, state: string | null | undefined): string {
  return alpha2 === "US" && PUERTO_RICO.includes(state?.trim().toLowerCase() ?? "") ? "PR" : alpha2;
}
