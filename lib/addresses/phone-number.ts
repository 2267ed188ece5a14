// Loaded late: the library has 80 kB; once a telephone field is used.

import {
  getCountryCallingCode,
  isPossiblePhoneNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import { digitsOf, judgeMobile, judgeMobileLength } from "./phone";

/** A telephone number in parts: the calling code in digits, the number without trunk 0, the extension. */
export type PhoneNumber = {
  prefix: string;
  mobile: string;
  extension: string | null;
  /** It has as many digits as its country's numbers have. */
  isPossible: boolean;
  /** Its country gives out numbers that begin so, too. */
  isValid: boolean;
};

/** Mexico's mobile numbers had a 1 after the code until 2020; many still write it. */
const MEXICO_BEFORE = /^(\+\s?52\D{0,2})1(?=(?:\D?\d){10}\D*$)/;

/**
 * Reads a text that is a telephone number by the rules of the country that a plus names, else of `country` (alpha-2).
 * Null where it names no country, or is no number of any.
 */
export function readNumber(text: string, country: string | null): PhoneNumber | null {
  const defaultCountry = country && isSupportedCountry(country) ? country : undefined;
  const found = parsePhoneNumberFromString(text.replace(MEXICO_BEFORE, "$1"), { defaultCountry, extract: false });
  if (!found) return null;
  const { countryCallingCode: prefix, nationalNumber: mobile, ext = null } = found;
  const isPossible = found.isPossible() && !judgeMobileLength(mobile, prefix);
  return { prefix, mobile, extension: ext, isPossible, isValid: isPossible && found.isValid() };
}

/** The digits `mobile` as they stand at the end of the text that they were read from, with the signs between them. */
export function asTyped(text: string, mobile: string): string {
  let start = text.length;
  for (let left = mobile.length; left > 0 && start > 0; ) if (/\d/.test(text.charAt(--start))) left--;
  const typed = text.slice(start);
  return digitsOf(typed) === mobile && !judgeMobile(typed) ? typed : mobile;
}

/** Whether a number can exist (contract §12.8: one that cannot is a warning in forms, never a refusal). */
export function isPossiblePhone(prefix: string, mobile: string): boolean {
  return isPossiblePhoneNumber(`+${digitsOf(prefix)}${digitsOf(mobile)}`);
}

/** The calling code of a country (alpha-2), digits only; null where it has none. */
export function callingCode(country: string): string | null {
  return isSupportedCountry(country) ? getCountryCallingCode(country) : null;
}

const NUMBER_ONLY = /^[\d\s().+/‐-―-]+$/;
const spaced = (text: string) => text.replace(/\D+/g, " ").trim();

/** The code with which a number begins that has no plus: Hong Kong's, or the one that is filled in. */
function codeOf(number: string, prefix: string): string | undefined {
  const digits = digitsOf(number);
  const isSetApart = (code: string) => new RegExp(`^\\(?${code}[\\s()-]`).test(number);
  if (/^852\d{8}$/.test(digits) && (prefix === "" || prefix === "852" || isSetApart("852"))) return "852";
  // "45 12 34 56" is a Danish number, not the code of Denmark and six digits.
  return prefix && isSetApart(prefix) && digits.length >= prefix.length + 8 ? prefix : undefined;
}

/**
 * Reads a telephone number as people write and paste it ("+852 9123 4567", "852-91234567", "(852) 9123 4567", "00852…",
 * full-width digits) into its prefix and the rest. `prefix`: the one that is filled in, with or without a plus. The
 * answer's prefix is digits only, undefined where the number names none; what is no number of its country, and text with
 * anything else in it, is only trimmed.
 */
export function readPhone(value: string, prefix: string): { prefix: string | undefined; mobile: string } {
  const plain = value
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim();
  const whole = { prefix: undefined, mobile: plain };
  if (!NUMBER_ONLY.test(plain)) return whole;
  const own = digitsOf(prefix);
  const number = plain.replace(/^\(?(?:\+|00)[\s(]*/, "+");
  const code = number.startsWith("+") ? null : codeOf(number, own);
  if (code !== undefined) {
    const read = readNumber(code === null ? number : `+${number.replace(/^\D*/, "")}`, null);
    return read?.isPossible ? { prefix: read.prefix, mobile: asTyped(spaced(number), read.mobile) } : whole;
  }
  // With a trunk 0, which is not dialled from abroad.
  const read = own ? readNumber(`+${own}${digitsOf(plain)}`, null) : null;
  if (read?.isPossible && read.mobile !== digitsOf(plain))
    return { prefix: undefined, mobile: asTyped(spaced(plain), read.mobile) };
  return judgeMobile(plain) ? { prefix: undefined, mobile: spaced(plain) } : whole;
}
