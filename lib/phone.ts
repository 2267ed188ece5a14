import type { Verdict } from "@/lib/contracts/common";

const MOBILE = /^\d(?:[ -]?\d)*$/;

/** The digits of a telephone number. */
export function digitsOf(value: string): string {
  return value.replace(/\D/g, "");
}

/** Judges a mobile number without its prefix: 4 to 15 digits, single spaces or hyphens between (contract §12.8). */
export function judgeMobile(value: string): Verdict {
  const digits = digitsOf(value).length;
  return value.length <= 40 && MOBILE.test(value) && digits >= 4 && digits <= 15 ? undefined : "mobile";
}

/** Judges a well-formed mobile number against its prefix: with 852 it has 8 digits (contract §12.8). */
export function judgeMobileLength(mobile: string, prefix: string): Verdict {
  return digitsOf(prefix) === "852" && digitsOf(mobile).length !== 8 ? "mobileHongKong" : undefined;
}

// The calling codes of one and two digits; all others have three, and none begins with another.
const CALLING_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
const NUMBER_ONLY = /^[\d\s().+/‐-―-]+$/;

function codeOf(number: string, prefix: string): string | undefined {
  const digits = digitsOf(number);
  if (number.startsWith("+")) return CALLING_CODE.exec(digits)?.[0];
  const isSetApart = (code: string) => new RegExp(`^\\(?${code}[\\s()-]`).test(number);
  if (/^852\d{8}$/.test(digits) && (prefix === "" || prefix === "852" || isSetApart("852"))) return "852";
  // "45 12 34 56" is a Danish number, not the code of Denmark and six digits.
  return prefix && isSetApart(prefix) && digits.length >= prefix.length + 8 ? prefix : undefined;
}

/**
 * Reads a telephone number as people write and paste it ("+852 9123 4567", "852-91234567", "(852) 9123 4567", "00852…",
 * full-width digits) into its prefix and the rest. `prefix`: the one that is filled in, with or without a plus. The
 * answer's prefix is digits only, undefined where the number names none; text with anything else in it is only trimmed.
 */
export function readPhone(value: string, prefix: string): { prefix: string | undefined; mobile: string } {
  const plain = value
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim();
  if (!NUMBER_ONLY.test(plain)) return { prefix: undefined, mobile: plain };
  const number = plain.replace(/^\(?(?:\+|00)[\s(]*/, "+");
  const code = codeOf(number, digitsOf(prefix));
  const spaced = (text: string) => text.replace(/\D+/g, " ").trim();
  const mobile = code && spaced(number.replace(new RegExp(`^\\D*${code}`), "").replace("(0)", ""));
  if (mobile && digitsOf(mobile).length >= 4) return { prefix: code, mobile };
  return { prefix: undefined, mobile: number.startsWith("+") || !judgeMobile(plain) ? plain : spaced(plain) };
}
