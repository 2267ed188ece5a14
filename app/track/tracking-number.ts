const MAX_SHOWN = 64;

/** A number as it is written on labels, of what people type and paste: spaces, hyphens and small letters. */
export function tidyNumber(typed: string): string {
  return typed
    .normalize("NFKC")
    .replace(/[\s\p{Pd}]/gu, "")
    .toUpperCase()
    .slice(0, MAX_SHOWN);
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
  return `/track/${encodeURIComponent(tidyNumber(typed) || "-")}`;
}
