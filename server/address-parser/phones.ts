import examples from "libphonenumber-js/examples.mobile.json";
import { callingCode, readNumber } from "@/lib/addresses/phone-number";
import type { Span } from "./found";

/** A telephone number; `code` is the calling code before it, without the plus. */
export type Phone = Span & { code: string | null; digits: string };

/** What a text has of telephone numbers. */
export type Numbers = {
  /** As they are in it, those of fax machines last. */
  phones: Phone[];
  /** Extensions, and numbers with a plus that no country gives out. */
  others: Span[];
};

const MORE = "(?:[ .()/\\-]{1,4}\\d+){0,8}";
/** With a plus or two zeros: of any country; a comma may come after its code. */
const INTERNATIONAL = new RegExp(`(?<![\\d+])(?:\\+ ?|00)\\(?(?:\\d{1,3}\\)?[,，] ?\\d{4,}|\\d+)${MORE}`, "g");
/** A number of the address's own country, with its calling code or without. */
const NATIONAL = new RegExp(`(?<![\\da-z.\\-#/(])\\(?\\d+${MORE}(?![\\d-])`, "g");
/** What leads to a telephone number, and nothing else. */
const LABEL =
  /(?:tel|phone|mobile|mob|cell|whatsapp|handy|t|m|p|h\/?p|ph|電話|手機|手提|聯絡|電)\.?(?: ?no\.?)?\s*[:：]?\s*$/u;
/** After a number: "ext. 12", "x123", "內線 3". */
const EXTENSION =
  /^[ ,]{0,3}(?:(?:(?:ext(?:ension|n)?|durchwahl|dw|poste|interno|int|anexo|ramal)\b\.?|內線|分機|轉)[ :：]{0,3}\d{1,6}|x ?\d{2,5}|#\d{2,5})(?!\d)/;
const PATTERNS: readonly RegExp[] = [
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
const DATE = /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
/** Before the number of a fax machine; "12/F 9123 4567" is none. */
const FAX = /(?:(?:傳真|fax)(?: ?no\.?)?|(?:^|[\s|,;])f(?=\s*[:：.]))[\s:：.(]*$/;

const NUMBER_OF_PLACE =
  /(?:room|rm|shop|unit|flat|(?<!\b(?:my|phone|tel|mobile|contact|hk|whatsapp) )no|lot|dd|blk|#)\.?\s*$/;

/**
 * The number with a code at the beginning of a text, of as many groups as its country has: the longest that the country
 * gives out, else the longest that has the right length.
 */
function international(text: string, start: number): Phone | null {
  const lead = /^\(?(?:\+ ?|00)?\(?/.exec(text)?.[0] ?? "";
  let possible: Phone | null = null;
  for (const { 0: group, index } of [...text.matchAll(/\d+\)?/g)].reverse()) {
    const end = index + group.length;
    const number = readNumber(`+${text.slice(lead.length, end).replace(/[,，]/, " ")}`, null);
    if (!number?.isPossible) continue;
    const phone = { start, end: start + end, code: number.prefix, digits: number.mobile };
    if (number.isValid) return phone;
    possible ??= phone;
  }
  return possible;
}

function read(match: RegExpExecArray | RegExpMatchArray): Phone | null {
  const text = match[0];
  const start = match.index ?? 0;
  if (/^(?:\((?!852)\d{1,3}\)|1[-. ])/.test(text) && !/^\([2-9]\d{2}\)[ .-]?\d{3}[ .-]\d{4}$/.test(text))
    return international(text, start);
  const all = text.replace(/\D/g, "");
  const special = all.length === 11 ? /^\(?(85[23])/.exec(text)?.[1] : undefined;
  const code = special ?? (/^86[ -]/.test(text) ? "86" : null);
  const digits = code ? all.slice(code.length) : all;
  if (!code && digits.startsWith("0") && (digits.length < 9 || digits.length > 12)) return null;
  return { start, end: start + text.length, code, digits };
}

/**
 * A number as its country writes it: with its calling code, with a trunk 0, after a label or between the signs that part
 * a text; else it may as well be a house number and a postal code.
 */
function national(plain: string, match: RegExpMatchArray, country: string): Phone | null {
  const [text] = match;
  const start = match.index ?? 0;
  const code = callingCode(country) ?? "";
  const [before, after] = [plain.slice(Math.max(0, start - 24), start), plain.slice(start + text.length)];
  const isAlone = /(?:^|[\n,;:|、，；：\ufdd0]\s*)$/.test(before) && /^\s*(?:$|[\n,;|、，；\ufdd0])/.test(after);
  const digits = text.replace(/\D/g, "");
  const isCoded = new RegExp(`^\\(?${code}[) -]`).test(text);
  if (!isAlone && !isCoded && !/^\(?0/.test(text) && !LABEL.test(before)) return null;
  const number = (isCoded ? readNumber(`+${text.replace(/^\(/, "")}`, null) : null) ?? readNumber(text, country);
  if (!number?.isValid || digits.length < 8 || number.prefix !== code) return null;
  return { start, end: start + text.length, code: isCoded ? code : null, digits: isCoded ? number.mobile : digits };
}

/** The telephone numbers of a text in plain characters; `country`: that of its address, whose own forms count as well. */
export function phonesIn(plain: string, country: string | null): Numbers {
  const phones: Phone[] = [];
  const others: Span[] = [];
  const isFree = (span: Span) =>
    [...phones, ...others].every(({ start, end }) => span.end <= start || span.start >= end);
  const put = (phone: Phone | null) => {
    if (!phone || !isFree(phone)) return;
    if (NUMBER_OF_PLACE.test(plain.slice(Math.max(0, phone.start - 16), phone.start))) return;
    phones.push(phone);
    const extension = EXTENSION.exec(plain.slice(phone.end, phone.end + 24))?.[0];
    if (extension) others.push({ start: phone.end, end: phone.end + extension.length });
  };
  for (const match of plain.matchAll(INTERNATIONAL)) {
    const phone = international(match[0], match.index);
    // The zeros may as well be in the middle of a number.
    const isBegun = match[0].startsWith("+") || !/\d[ .-]?$/.test(plain.slice(0, match.index));
    const isUnread = !phone && isBegun && match[0].replace(/\D/g, "").length >= 6;
    // Whatever it is, no part of it is another number.
    if (isUnread) others.push({ start: match.index, end: match.index + match[0].length });
    else put(phone);
  }
  if (country !== null && country !== "HK")
    for (const match of plain.matchAll(NATIONAL)) put(national(plain, match, country));
  for (const pattern of PATTERNS) for (const match of plain.matchAll(pattern)) put(read(match));
  // A date of eight digits, or a fax machine, only where there is no other number.
  const isLast = ({ digits, code, start }: Phone) => (!code && DATE.test(digits)) || FAX.test(plain.slice(0, start));
  phones.sort((a, b) => Number(isLast(a)) - Number(isLast(b)) || a.start - b.start);
  return { phones, others };
}

/** Whether a number without a code can only be one of the country, and of which. */
export function countryOfNumber({ code, digits }: Pick<Phone, "code" | "digits">): string | null {
  if (code) return code === "852" ? "HK" : null;
  if (digits.length === 8) return "HK";
  return /^1[3-9]\d{9}$/.test(digits) ? "CN" : null;
}

/** Countries whose mobile numbers have eight digits, as Hong Kong's. */
const hasEightDigits = (country: string) => (examples as Record<string, string>)[country]?.length === 8;

/** Prefix and number (contract §34.2): the prefix is what is written with the number, else that of the country. */
export function mobileOf({ code, digits }: Phone, country: string | null): { prefix: string | null; mobile: string } {
  if (code !== null) return { prefix: code, mobile: digits };
  const implied = countryOfNumber({ code, digits });
  // A number as only one country has them is that country's, wherever the parcel goes; eight digits are many countries'.
  // Where numbers are longer they are the shopper's own, of Hong Kong.
  const isOwn = implied === "CN" || (implied === "HK" && country !== null && !hasEightDigits(country));
  const of = (isOwn ? implied : null) ?? country ?? implied;
  const number = of ? readNumber(digits, of) : null;
  return number?.isPossible
    ? { prefix: number.prefix, mobile: number.mobile }
    : { prefix: of && callingCode(of), mobile: digits.replace(/^0/, "") };
}
