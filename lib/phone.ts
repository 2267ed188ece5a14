import type { Verdict } from "@/lib/contracts/common";

const MOBILE = /^\d(?:[ -]?\d)*$/;

/** The digits of a telephone number. */
export function digitsOf(value: string): string {
  return value.replace(/\D/g, "");
}

/** Judges a mobile number without its prefix: 4 to 15 digits, single spaces or hyphens between (decisions §3.10). */
export function judgeMobile(value: string): Verdict {
  const digits = digitsOf(value).length;
  return value.length <= 40 && MOBILE.test(value) && digits >= 4 && digits <= 15 ? undefined : "mobile";
}

/** Judges a well-formed mobile number against its prefix: with 852 it has 8 digits (decisions §3.10). */
export function judgeMobileLength(mobile: string, prefix: string): Verdict {
  return digitsOf(prefix) === "852" && digitsOf(mobile).length !== 8 ? "mobileHongKong" : undefined;
}

/** Parts `+852 9123 4567` or a plain Hong Kong number into prefix digits and number; null when it is neither. */
export function partPhone(value: string): { prefix: string; mobile: string } | null {
  const text = value.trim();
  if (!text.startsWith("+")) return judgeMobile(text) ? null : { prefix: "852", mobile: text };
  const spaced = /^\+(\d{1,4})[ -](.+)$/.exec(text);
  if (spaced?.[1] && spaced[2]) return judgeMobile(spaced[2]) ? null : { prefix: spaced[1], mobile: spaced[2] };
  // Without a blank the prefix cannot be told from the number, save for our own.
  const own = /^\+852(\d{8})$/.exec(text);
  if (own?.[1]) return { prefix: "852", mobile: own[1] };
  return null;
}
