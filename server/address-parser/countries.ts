import { countryCode, countryCodes } from "@/lib/addresses/country";
import { plainOf, trimSigns } from "./text";

/** Languages of countries that have several, besides their first. */
const FURTHER_LANGUAGES: Record<string, string> = {
  ...{
    BE: "fr de",
    CH: "fr it",
    CA: "fr",
    ES: "ca eu gl",
    FI: "sv",
    IE: "ga",
    IL: "ar",
    LU: "fr de",
    MA: "fr",
    NZ: "mi",
  },
  ...{ BY: "ru", KZ: "ru", CY: "tr", LK: "ta", PK: "en", SG: "ms zh ta", ZA: "af zu xh" },
};
/** What people write of countries besides these, and the cities that are as well known. */
const WRITTEN = new Map(
  Object.entries({
    "viet nam": "VN",
    한국: "KR",
    ประเทศไทย: "TH",
    "u.s.a": "US",
    "u.s": "US",
    "u.k": "GB",
    pilipinas: "PH",
    中國: "CN",
    日本: "JP",
    臺灣: "TW",
    台灣: "TW",
    澳洲: "AU",
    紐西蘭: "NZ",
    南韓: "KR",
    "taiwan roc": "TW",
    "taiwan r.o.c": "TW",
    "p.r. china": "CN",
    "pr china": "CN",
    "p.r.c": "CN",
    prc: "CN",
    "ceska republika": "CZ",
    馬來西亞: "MY",
    吉隆坡: "MY",
    檳城: "MY",
  }),
);
/** A name without case and accents. */
const keyOf = (name: string) => plainOf(name.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC"));

let ownNames: ReadonlyMap<string, string> | undefined;

/** The country that its own people call so ("Brasil", "Österreich", "Suisse"); the names come from the engine's CLDR. */
function countryInOwnWords(name: string): string | null {
  if (!ownNames) {
    const known = new Map(WRITTEN);
    for (const code of countryCodes()) {
      const { language } = new Intl.Locale(`und-${code}`).maximize();
      for (const each of [language, ...(FURTHER_LANGUAGES[code]?.split(" ") ?? [])]) {
        const own = new Intl.DisplayNames([each], { type: "region", fallback: "none" }).of(code);
        const key = own && keyOf(own);
        if (key && key.length > 2 && !RATHER_NOT.test(key) && !known.has(key)) known.set(key, code);
      }
    }
    ownNames = known;
  }
  return ownNames.get(keyOf(name).replace(/\.$/, "")) ?? null;
}

const TWO_LETTERS = /^(?:us|uk|gb|nz|au|sg|jp|tw|hk|ca|my|kr)$/i;
/** Countries whose name is more often a place in Hong Kong or a state of another country. */
const RATHER_NOT = /^(?:jordan|georgia|jersey|chad|lebanon|cuba|peru|mexico)$/i;

/** The country that a part of an address consists of; null if it is none. */
export function countryNamed(part: string): string | null {
  const name = trimSigns(part.replace(/\([^)]*\)/g, " "))?.replace(/(?<=^\p{L}{2,3})\.$/u, "") ?? "";
  if (name.length < 2 || name.length > 60 || /\d/.test(name) || RATHER_NOT.test(name)) return null;
  if (name.length === 2 && /^[a-z]/i.test(name) && (!TWO_LETTERS.test(name) || /^[Mm]y$/.test(name))) return null;
  return countryInOwnWords(name) ?? countryCode(name);
}

/** "Bangkok 10110 Thailand": the country that follows a postal code without a sign; what is not one stays. */
export function countryAfterCode(part: string): string | null {
  const name =
    /\d(?:\d{3}|[a-z]{2}|[a-z]\d|\d{2} ?[a-z]{2})\s+(\p{L}[\p{L}. ]{2,30}|\p{Script=Han}{2,5}|uk|usa?|nz)$/iu.exec(
      part,
    )?.[1] ?? null;
  return name && countryNamed(name) ? name : null;
}

const CHINESE_START: [RegExp, string][] = [
  [/中國香港/, "HK"],
  [/(?:^|[\s,:：\n])中國(?!\p{Script=Han}{0,2}[街道路行])/u, "CN"],
  [/(?:^|[\s,:：\n])日本(?![街道路人])/, "JP"],
  [/(?:^|[\s,:：\n])[台臺]灣(?![街道路人])/, "TW"],
  [/澳門(?![街道路])|氹仔|\bmaca[uo]\b/, "MO"],
  [/(?:^|[\s,:：\n])(?:韓國|南韓)/, "KR"],
  [/新加坡|\bsingapore\b|\bs ?(?:\(\d{6}\)|\d{6}(?!\d))/, "SG"],
  [/馬來西亞(?![街道路人])/, "MY"],
];

const CITIES_TW = "新北|桃園|高雄|基隆|新竹|嘉義|[台臺](?:北|中|南)";
const PROVINCES_CN =
  "廣東|浙江|江蘇|福建|山東|河北|河南|湖北|湖南|四川|安徽|江西|遼寧|吉林|黑龍江|陝西|陕西|山西|雲南|貴州|海南|甘肅|甘肃|青海|台灣";
const STRUCTURES: [RegExp, string][] = [
  [/\p{Script=Hangul}{2}/u, "KR"],
  [/\p{Script=Thai}{4}/u, "TH"],
  [/(?:^|[\s,])(?:phường|quận|tp\. ?|thành phố )(?=[\p{L}\d\s])/u, "VN"],
  [/〒|東京都|北海道|(?:大阪|京都)府|\p{Script=Han}{2,3}県/u, "JP"],
  [new RegExp(`(?:${CITIES_TW})市|(?:彰化|南投|雲林|屏東|宜蘭|花蓮|[台臺]東|苗栗|澎湖|金門|新竹|嘉義)縣`), "TW"],
  [
    new RegExp(
      `(?:北京|上海|天津|重慶|廣州|深圳|杭州|成都|武漢|南京|蘇州|東莞|佛山|珠海|廈門)(?:市|(?=\\p{Script=Han}{1,4}[區縣鎮]))|(?:${PROVINCES_CN})省|自治區`,
      "u",
    ),
    "CN",
  ],
];

/** The states of the United States, Canada and Australia, by code and by name. */
export const STATES = {
  US: "AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC|PR|Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming|Puerto Rico",
  CA: "ON|QC|BC|AB|MB|SK|NS|NB|NL|PE|YT|NT|NU|Ontario|Quebec|Québec|British Columbia|Alberta|Manitoba|Saskatchewan|Nova Scotia|New Brunswick|Newfoundland and Labrador|Prince Edward Island",
  AU: "NSW|VIC|QLD|WA|SA|TAS|ACT|NT|New South Wales|Victoria|Queensland|Western Australia|South Australia|Tasmania|Australian Capital Territory|Northern Territory",
} as const;

/** What only one country writes in Latin letters, as it is in the text. */
const LATIN_STRUCTURES: [RegExp, string][] = [
  [new RegExp(`(?:^|[\\s,])(?:${STATES.CA})[\\s,]+[A-Z]\\d[A-Z] ?\\d[A-Z]\\d\\b`), "CA"],
  [/(?:^|[\s,])[abceghj-nprstvxy]\d[a-z] \d[a-z]\d(?![a-z\d])/i, "CA"],
  [/(?:^|[\s,])[a-z]{1,2}\d[a-z\d]? \d[abd-hjlnp-uw-z]{2}(?![a-z\d])/i, "GB"],
  [
    new RegExp(`(?:^|[\\s,])(?:${STATES.US})[\\s,]+(?:[Zz][Ii][Pp](?: ?[Cc]ode)? ?: ?)?\\d{5}(?:-\\d{4})?(?!\\d)`),
    "US",
  ],
  [new RegExp(`(?:^|[\\s,])(?:${STATES.AU})[\\s,]+\\d{4}(?!\\d)`), "AU"],
  [/(?:^|[\s,])D-\d{5}\s+\p{Lu}/u, "DE"],
  [/(?:^|[\n,])\s*\d{4} ?[A-Z]{2}\s+\p{Lu}\p{Ll}/u, "NL"],
];
const HONG_KONG_WORDS =
  /香港|港島|九龍|新界|\b(?:hong ?kong|kowloon)\b(?! (?:road|rd|street|st|avenue|ave|lane|drive)\b)|\bkln\b|\bh\.?k\.?(?![a-z])|\bnew territories\b|\bn\.t\b/;
const CITY_NAMES: [RegExp, string][] = [
  [
    /(?:^|[\s,])\d{5} [^\n,]{3,30},? ?(?:selangor|johor|penang|pulau pinang|perak|kedah|kelantan|melaka|negeri sembilan|pahang|sabah|sarawak|terengganu|kuala lumpur)\b/,
    "MY",
  ],
  [/\b(?:beijing|shanghai|shenzhen|guangzhou)\b(?! (?:street|st|road|rd|lane|terrace)\b)/, "CN"],
];

/**
 * The country that an address names, or that its form implies (contract §34.2); `isHongKong`: it names a place that can
 * only be in Hong Kong. Null where nothing says it, and where it names Hong Kong and another country (`contradicts`).
 */
export function countryOfAddress(text: string, isHongKong: boolean): { country: string | null; contradicts: boolean } {
  const plain = plainOf(text);
  // "CA 94043" is California, not Canada.
  const isStates = LATIN_STRUCTURES.some(([pattern, code]) => code === "US" && pattern.test(text));
  const named = text
    .split(/[\n,，;；|]/)
    .filter((part) => !(isStates && /^\s*ca\b/i.test(part)))
    .map((part) => countryNamed(countryAfterCode(part) ?? part.replace(/\d+/g, "").replace(/[()（）]/g, "")))
    .filter((code) => code !== null);
  const isNamedHongKong = named.includes("HK") || HONG_KONG_WORDS.test(plain);
  const abroad = named.filter((code) => code !== "HK" && !(isNamedHongKong && code === "CN")).at(-1);
  if (abroad && isNamedHongKong && isHongKong) return { country: null, contradicts: true };
  return { country: abroad ?? countryByForm(text, plain, isNamedHongKong, isHongKong), contradicts: false };
}

/** Whether the word of a country is by itself in its part, or leads to a place in it; else it is in another name. */
function isOwnWord(pattern: RegExp, plain: string): boolean {
  return plain.split(/[\n,，;；|]/).some((part) => {
    // Places in Macau have names that estates in Hong Kong have as well.
    if (/^\s*澳門(?![街道路碼人])/.test(part) && pattern.test("澳門")) return true;
    const match = pattern.exec(part);
    return match !== null && part.replace(match[0], "").trim() === "";
  });
}

/** The country that words and forms of an address imply. */
function countryByForm(text: string, plain: string, isNamedHongKong: boolean, isHongKong: boolean): string | null {
  for (const [pattern, code] of CHINESE_START)
    if (pattern.test(plain)) return isHongKong && (isNamedHongKong || !isOwnWord(pattern, plain)) ? "HK" : code;
  for (const [pattern, code] of STRUCTURES)
    if (pattern.test(plain) || pattern.test(text)) return isNamedHongKong && isHongKong ? "HK" : code;
  if (isNamedHongKong && isHongKong) return "HK";
  for (const [pattern, code] of [...LATIN_STRUCTURES, ...CITY_NAMES])
    if (pattern.test(text) || pattern.test(plain)) return code;
  return isHongKong || isNamedHongKong ? "HK" : null;
}
