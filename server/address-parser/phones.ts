import type { Span } from "./found";

/** A telephone number; `code` is the calling code before it, without the plus. */
export type Phone = Span & { code: string | null; digits: string };

/** For each calling code, how many digits follow it at most (without a trunk 0). */
const LENGTHS: Record<string, number> = {
  ...{ 852: 8, 853: 8, 65: 8, 86: 11, 1: 10, 81: 10, 82: 10, 886: 9, 44: 10, 61: 9, 64: 10, 60: 10, 66: 9, 63: 10 },
  ...{ 84: 10, 49: 11, 33: 9, 39: 11, 31: 9, 34: 9, 351: 9, 353: 9, 32: 9, 41: 9, 43: 12, 45: 8, 46: 9, 47: 8, 48: 9 },
  ...{ 91: 10, 62: 12, 971: 9, 55: 11, 52: 10, 7: 10, 90: 10, 972: 9, 966: 9, 27: 9, 20: 10, 254: 9, 36: 9, 420: 9 },
};
const CODE_BY_COUNTRY: Record<string, string> = {
  ...{ HK: "852", MO: "853", SG: "65", CN: "86", US: "1", CA: "1", JP: "81", KR: "82", TW: "886", GB: "44", AU: "61" },
  ...{ NZ: "64", MY: "60", TH: "66", PH: "63", VN: "84", DE: "49", FR: "33", IT: "39", NL: "31", ES: "34", PR: "1" },
};

/** The calling code of a country, as far as numbers are read for it. */
function callingCode(country: string | null): string | null {
  return country ? (CODE_BY_COUNTRY[country] ?? null) : null;
}

const SEPARATED = "(?:[ .\\-]{0,2}\\(?\\d+\\)?)";
const PATTERNS: readonly RegExp[] = [
  // With a plus or two zeros.
  new RegExp(`(?<![\\d+])(?:\\+\\s?|00)\\(?\\d{1,3}\\)?${SEPARATED}{1,6}`, "g"),
  // Hong Kong's, Macau's and China's codes without a plus.
  /(?<![\da-z.-])\(?852\)?[ \-,，]{0,3}[2-9]\d{3}[ -]?\d{4}(?!\d)/g,
  /(?<![\da-z.-])\(?853\)?[ -]{1,3}[268]\d{3}[ -]?\d{4}(?!\d)/g,
  /(?<![\da-z.-])86[ -]1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?!\d)/g,
  // Codes in brackets, and North America's without a plus.
  /(?<![\da-z.-])\((?:65|853|886|86|60|61|64|44|81|82|1)\)[ -]?\d{2,4}(?:[ -]?\d{2,4}){1,3}(?!\d)/g,
  /(?<![\da-z.-])1[-. ]\(?[2-9]\d{2}\)?[-. ]\d{3}[-. ]\d{4}(?!\d)/g,
  // A mobile number of China, numbers of North America, those with a trunk 0.
  /(?<![\da-z.\-#]|\d\/)1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?!\d)/g,
  /(?<![\da-z\-#]|\d\/)\(?[2-9]\d{2}\)?[ .-]\d{3}[ .-]\d{4}(?![\d-])/g,
  /(?<![\da-z\-#]|\d\/)0\d{1,4}(?:[ -]\d{2,8}){1,4}(?!\d)/g,
  /(?<![\da-z\-#]|\d\/)0\d{8,10}(?!\d)/g,
  // Eight digits, as in Hong Kong.
  /(?:(?<![\da-z\-#]|\d\/)|(?<=\b(?:tel|phone|mobile|whatsapp)))[2-9]\d{3}[ .-]{0,2}\d{4}(?![\d-])(?! ?[號室樓鋪座])(?! [a-z]+ (?:ave|avenue|st|street|rd|road|dr|drive|blvd|way|lane|crescent|cres)\b)/g,
  /(?<![\da-z\-#]|\d\/)[2-9]\d(?: \d\d){3}(?!\d)/g,
];
/** Ten digits without a sign, where the address is in North America. */
const TEN = /(?<![\da-z.\-#]|\d\/)[2-9]\d{2}[2-9]\d{6}(?![\d-])/g;
const DATE = /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
const NINE = /(?<![\da-z\-#]|\d\/)[679]\d{2}(?: ?\d{3} ?\d{3}|(?: \d\d){3})(?!\d)/g;

/** A mobile number of Italy, which has no trunk 0. */
const ITALIAN = /(?<![\da-z\-#]|\d\/)3\d{2}[ .-]?\d{3}[ .-]?\d{3,4}(?!\d)/g;
/** Before the number of a fax machine; "12/F 9123 4567" is none. */
const FAX = /(?:(?:傳真|fax)(?: ?no\.?)?|(?:^|[\s|,;])f(?=\s*[:：.]))[\s:：.(]*$/;

const NUMBER_OF_PLACE =
  /(?:room|rm|shop|unit|flat|(?<!\b(?:my|phone|tel|mobile|contact|hk|whatsapp) )no|lot|dd|blk|#)\.?\s*$/;

/** The part of a number that begins with a code: as many groups as the country's numbers have digits. */
function international(text: string, start: number): Phone | null {
  const lead = /^(?:\+\s?|00)?\(?/.exec(text)?.[0] ?? "";
  const rest = text.slice(lead.length);
  const code = [3, 2, 1].map((length) => /^\d+/.exec(rest)?.[0].slice(0, length) ?? "").find((each) => LENGTHS[each]);
  if (!code) return null;
  let digits = "";
  const at = lead.length + code.length;
  let end = at;
  const most = (LENGTHS[code] ?? 12) + (/^\D*\(?0/.test(text.slice(at)) ? 1 : 0);
  for (const group of text.slice(at).matchAll(/\d+/g)) {
    if (digits.length + group[0].length > most) break;
    digits += group[0];
    end = at + group.index + group[0].length;
    if (digits.length === most) break;
  }
  return digits.length >= 6 ? { start, end: start + end, code, digits } : null;
}

function read(match: RegExpExecArray | RegExpMatchArray): Phone | null {
  const text = match[0];
  const start = match.index ?? 0;
  if (/^(?:\+|00)/.test(text)) {
    const phone = international(text, start);
    // Two zeros may also begin a number of the country itself.
    if (phone || text.startsWith("+")) return phone;
    return null;
  }
  if (/^(?:\((?!852)\d{1,3}\)|1[-. ])/.test(text) && !/^\([2-9]\d{2}\)[ .-]?\d{3}[ .-]\d{4}$/.test(text))
    return international(text, start);
  const all = text.replace(/\D/g, "");
  const special = all.length === 11 ? /^\(?(85[23])/.exec(text)?.[1] : undefined;
  const code = special ?? (/^86[ -]/.test(text) ? "86" : null);
  const digits = code ? all.slice(code.length) : all;
  if (!code && digits.startsWith("0") && (digits.length < 9 || digits.length > 12)) return null;
  return { start, end: start + text.length, code, digits };
}

/** Forms that are a telephone number in these countries only. */
const FORMS: Record<string, RegExp> = { ES: NINE, IT: ITALIAN, US: TEN };

/** The telephone numbers of a text in plain characters, as they are in it; `countries`: those whose own forms count as well. */
export function phonesIn(plain: string, countries: readonly string[]): Phone[] {
  const found: Phone[] = [];
  for (const pattern of [...PATTERNS, ...countries.flatMap((country) => FORMS[country] ?? [])])
    for (const match of plain.matchAll(pattern)) {
      const phone = read(match);
      if (!phone || NUMBER_OF_PLACE.test(plain.slice(Math.max(0, phone.start - 16), phone.start))) continue;
      if (found.every(({ start, end }) => phone.end <= start || phone.start >= end)) found.push(phone);
    }
  // A date of eight digits, or a fax machine, only where there is no other number.
  const isLast = ({ digits, code, start }: Phone) => (!code && DATE.test(digits)) || FAX.test(plain.slice(0, start));
  return found.sort((a, b) => Number(isLast(a)) - Number(isLast(b)) || a.start - b.start);
}

/** Whether a number without a code can only be one of the country, and of which. */
export function countryOfNumber({ code, digits }: Phone): string | null {
  if (code) return code === "852" ? "HK" : null;
  if (digits.length === 8) return "HK";
  return /^1[3-9]\d{9}$/.test(digits) ? "CN" : null;
}

/** Prefix and number (contract §34.2): the prefix is what is written with the number, else that of the country. */
export function mobileOf(phone: Phone, country: string | null): { prefix: string | null; mobile: string } {
  const implied = phone.code ? null : countryOfNumber(phone);
  // A number as only one country has them is that country's, wherever the parcel goes; eight digits are many countries'.
  const ofCountry = callingCode(country ?? implied);
  // Eight digits where numbers are longer are the shopper's own, of Hong Kong.
  const isHongKong = implied === "HK" && (LENGTHS[ofCountry ?? ""] ?? 8) !== 8;
  const code = phone.code ?? (implied === "CN" ? "86" : isHongKong ? "852" : ofCountry);
  const trunk = code !== null && code !== "39" && code !== "852" && phone.digits.startsWith("0");
  return { prefix: code, mobile: trunk ? phone.digits.slice(1) : phone.digits };
}
