import type { Verdict } from "@/lib/i18n/validation";

const MOBILE = /^\d(?:[ -]?\d)*$/;

/** The digits of a telephone number. */
export function digitsOf(value: string): string {
  return value.replace(/\D/g, "");
}

/** Calling codes of countries in which a 0 at the beginning is dialled from abroad, too. */
const ZERO_STAYS = new Set(["39", "225", "241", "242", "378", "379"]);

/** A number as people read it, with its plus and without the trunk 0 that is dialled only within its country. */
export function shownPhone({ mobile_prefix, mobile }: { mobile_prefix?: unknown; mobile?: unknown }): string {
  const [prefix, number] = [mobile_prefix, mobile].map((part) => (typeof part === "string" ? part : ""));
  if (!number) return "";
  const code = digitsOf(prefix ?? "");
  if (!code) return number;
  return `+${code} ${ZERO_STAYS.has(code) ? number : number.replace(/^\(?0\)?[ -]?/, "")}`;
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
