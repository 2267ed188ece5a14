const MAX_SHOWN = 64;

/**
 * A number as labels print it, from what people type and paste: with spaces, hyphens, small letters, invisible
 * characters, or the whole address of its page.
 */
export function tidyNumber(typed: string): string {
  const tidied = typed
    .normalize("NFKC")
    .replace(/[\s\p{Pd}\p{Cf}]/gu, "")
    .toUpperCase();
  return (/^HTTPS?:\/\/[^?#]*\/TRACK\/([^/?#]+)/.exec(tidied)?.[1] ?? tidied).slice(0, MAX_SHOWN);
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
