import { DISTRICTS, REGIONS } from "@/lib/addresses/districts";
import type { ParsedAddress } from "@/lib/contracts/address-parse";
import { type Parted, partAddress } from "./abroad";
import { type Classified, classifyPieces } from "./classify";
import { countryNamed, countryOfAddress } from "./countries";
import { districtOf } from "./district";
import { GONE, type Span, without } from "./found";
import { countryOfNumber, mobileOf, type Phone, phonesIn } from "./phones";
import { type Piece, piecesOf } from "./pieces";
import { asciiDigits, plainOf, trimSigns, withoutRuns } from "./text";

const EMAIL = /(?<![a-z0-9._%+-])[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/g;
/** After a caret, as our own pickup points, or as the commonest lockers and shops of Hong Kong write theirs. */
const CODES = [
  /\^\s*([a-z0-9-]{3,20})/,
  /(?<![a-z0-9-])((?:hk|kln|nt)-[a-z]\d{3})(?![a-z0-9])/,
  /(?<![a-z0-9])(h?852[a-z][a-z0-9]{1,8})(?![a-z0-9])/,
];

/** Numbers and times of an order, and what a chat sets before a message that is copied. */
const OF_ORDER =
  /(?:訂單|單號|落單|下單|order)(?:[編號碼時間日期]{0,4}|(?: no\.?| number| date)?)\s*[:：#]*\s*[a-z]{0,4}-?\d[\d/:-]{2,}(?: \d{1,2}:\d\d(?::\d\d)?)?|^\[[^\]\n]{6,28}\]\s*[^:：\n[]{1,30}[:：]/gmu;

/** Sites and maps belong to no field. */
const LINK = /(?:https?:\/\/|(?<![a-z0-9.@])www\.)[^\s,;|，；\ufdd0]+/g;

const SENDER =
  /(?:^|(?<=[\s,，;；|/【[]))(?:寄件人|寄件者|寄件方|寄方|發件人|sender|ship from|from)(?:\p{Script=Han}{0,4})[】\]]?\s*[:：\n]/gmu;
const RECIPIENT =
  /(?:^|(?<=[\s,，;；|/【[]))(?:收件人|收件者|收件方|收方|收貨人|recipient|receiver|consignee|ship to|deliver to|to)(?:\p{Script=Han}{0,4})[】\]]?\s*[:：\n]/gmu;

/** What a text that names both says of the sender. */
function senderIn(plain: string): Span[] {
  const [sender] = plain.matchAll(SENDER);
  const recipients = [...plain.matchAll(RECIPIENT)].map(({ index }) => index);
  if (!sender || recipients.length === 0) return [];
  const end = recipients.find((index) => index > sender.index) ?? plain.length;
  return [{ start: sender.index, end }];
}

function codeIn(plain: string): (Span & { code: string }) | null {
  for (const pattern of CODES) {
    const match = pattern.exec(plain);
    if (match?.[1]) return { start: match.index, end: match.index + match[0].length, code: match[1].toUpperCase() };
  }
  return null;
}

const SIGNS = [" ", ",", "，", ";", "；", "/", "、", "|", ":", "：", "-", "\n"];

/** A sign of the text to set between parts; the text may have none. */
function signOf(text: string, first: readonly string[]): string {
  return [...first, ...SIGNS].find((sign) => text.includes(sign)) ?? "";
}

const spansOf = (plain: string, pattern: RegExp): Span[] =>
  [...plain.matchAll(pattern)].map(({ 0: text, index }) => ({ start: index, end: index + text.length }));

/** Lines as one: Chinese joins without a sign, else with the comma or the space that the text has. */
function oneLine(parts: readonly string[], text: string): string {
  const sign = text.includes(",") && text.includes(" ") ? ", " : signOf(text, []);
  let line = "";
  for (const part of parts) {
    const meets = `${line.slice(-1)}${part.charAt(0)}`;
    const bare = line === "" || /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]{2}$/u.test(meets);
    line += bare ? part : (line.endsWith(",") && sign === ", " ? " " : sign) + part;
  }
  return line;
}

function districtFields(plain: string): Pick<ParsedAddress, "district" | "district_zh" | "area"> {
  const { district } = districtOf(plain);
  const known = DISTRICTS.find(([english]) => english === district);
  return {
    district: known?.[0] ?? null,
    district_zh: known?.[1] ?? null,
    area: known ? REGIONS[known[2]].en : areaOf(plain),
  };
}

/** The region where the text names one and no district is sure. */
function areaOf(plain: string): ParsedAddress["area"] {
  const named = [
    [/港島|香港島|hong kong island/, REGIONS.HK.en],
    [/九龍|\bkowloon\b|\bkln\b/, REGIONS.KLN.en],
    [/新界|\bnew territories\b|\bn\.?t\b/, REGIONS.NT.en],
  ] as const;
  const found = named.filter(([pattern]) => pattern.test(plain)).map(([, area]) => area);
  return found.length === 1 ? (found[0] ?? null) : null;
}

type CountryGuess = { country: string | null; isDoubtful: boolean };

function countryOf(pieces: readonly Piece[], phones: readonly Phone[], hint: string | null): CountryGuess {
  const labelled = pieces.find(({ field }) => field === "country");
  const named = labelled ? countryNamed(labelled.text) : null;
  if (named) return { country: named, isDoubtful: false };
  const address = pieces
    .filter(
      ({ field, text }) =>
        // "To: Ahmad Omar, 22 Jalan Indah, Malaysia": a number after a name is that of an address.
        [null, "address", "city", "state"].includes(field) || (field === "name" && /\d/.test(text)),
    )
    .map(({ text }) => text)
    .join("\n");
  const { isHongKong } = districtOf(plainOf(address));
  // A form asks for state and postal code apart; together they say which country has them.
  const labelledAs = (field: Piece["field"]) => pieces.find((piece) => piece.field === field)?.text ?? "";
  const withCode = `${address}\n${labelledAs("state")} ${labelledAs("postal")}`;
  const { country: implied, contradicts } = countryOfAddress(withCode, isHongKong);
  if (implied) return { country: implied, isDoubtful: false };
  const ofNumber = phones.map(countryOfNumber).find(Boolean) ?? null;
  // Eight digits by themselves may be a number of many countries: if there is a hint, it decides.
  const isSure = phones.some(({ code }) => code !== null) || ofNumber === "CN";
  const country = (isSure && ofNumber) || hint || ofNumber;
  return { country, isDoubtful: contradicts && country === null };
}

function fieldsOf(found: Classified, country: string | null, text: string) {
  const written = found.address.length > 0 ? oneLine(found.address, found.address.length > 1 ? text : "") : null;
  if (!written) return { address: null, city: found.city, state: found.state, postal_code: found.postal, after: [] };
  const isAbroad = country !== null && country !== "HK";
  const apart: Parted = isAbroad
    ? partAddress(found.address.join("\n"), country)
    : { address: written, city: null, state: null, postal: null, after: [] };
  return {
    address: trimSigns(
      isAbroad
        ? oneLine(
            apart.address.split("\n").map((line) => line.trim()),
            text,
          )
        : apart.address,
    ),
    city: found.city ?? apart.city,
    state: found.state ?? apart.state,
    postal_code: country === "HK" ? null : (found.postal ?? apart.postal),
    after: apart.after,
  };
}

/**
 * Parts an address in one block into fields (contract §34). Nothing is invented: every character of what it
 * finds, but for calling code, country and district, is in the text.
 *
 * @param given at most 2,000 characters, any lines and languages
 * @param hint alpha-2 code that decides where the text leaves the country open
 */
export function parseBlock(given: string, hint: string | null): ParsedAddress {
  // First of all: a digit of another script may be longer than one in ASCII.
  const text = asciiDigits(withoutRuns(given));
  const plain = plainOf(text);
  const aside = senderIn(plain);
  for (const pattern of [OF_ORDER, LINK]) aside.push(...spansOf(without(plain, aside), pattern));
  const emails = spansOf(without(plain, aside), EMAIL);
  const code = codeIn(without(plain, [...aside, ...emails]));
  const taken: Span[] = [...aside, ...emails, ...(code ? [code] : [])];
  const masked = without(plain, taken);
  const withNumbers = (of: string | null) => {
    const numbers = phonesIn(masked, of);
    const spans = [...numbers.phones, ...numbers.others];
    return { ...numbers, pieces: piecesOf(text, without(plain, [...taken, ...spans]), GONE) };
  };
  const first = withNumbers(hint);
  const { country, isDoubtful } = countryOf(first.pieces, first.phones, hint);
  // The country is known now, and with it the forms of its numbers.
  const { pieces, phones, others } = country === hint ? first : withNumbers(country);
  const found = classifyPieces(pieces, country);
  const [phone, ...more] = phones;
  const { after, ...place } = fieldsOf(found, country, text);
  const email = emails[0];
  const rest = [
    ...found.rest,
    ...after,
    ...[...more, ...others, ...aside, ...emails.slice(1)].map(({ start, end }) => text.slice(start, end)),
  ];
  const hongKong = country === "HK" && place.address ? districtFields(plainOf(place.address)) : null;
  const mobile = phone ? mobileOf(phone, country) : null;
  return {
    name: found.name,
    company: found.company,
    mobile_prefix: mobile?.prefix ?? null,
    mobile: mobile?.mobile ?? null,
    email: email ? text.slice(email.start, email.end) : null,
    country,
    ...place,
    district: hongKong?.district ?? null,
    district_zh: hongKong?.district_zh ?? null,
    area: hongKong?.area ?? null,
    delivery_code: code?.code ?? null,
    rest: rest.length > 0 ? trimSigns(rest.join(signOf(text, ["\n"]))) : null,
    doubts: [
      ...(isDoubtful ? (["country"] as const) : []),
      ...(hongKong && !hongKong.district ? (["district"] as const) : []),
    ],
  };
}
