import { tidyNumber } from "@/lib/tidy-number";

const MAX_SHOWN = 64;

/** The number of a page, cut to what it shows. */
export function shownNumber(typed: string): string {
  return tidyNumber(typed).slice(0, MAX_SHOWN);
}

/** The number in an address, which may hold anything. */
export function numberOfPath(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The page of a number. */
export function trackPath(typed: string): string {
  return `/track/${encodeURIComponent(shownNumber(typed) || "-")}`;
}
