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
