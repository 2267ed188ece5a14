/** What was scanned, without what scanners and keyboards put around it: AIM's symbology identifier, full-width letters, spaces. */
export function scannedText(typed: string): string {
  return typed
    .normalize("NFKC")
    .trim()
    .replace(/^\][A-Za-z]\w(?=.)/, "");
}

/** An address of our page of a number, as the QR code on labels has it. */
const OF_PAGE = /^HTTPS?:\/\/[^?#]*\/TRACK\/([^/?#]+)/;

/**
 * A tracking number, or an order's id, as labels print it, from what people type, paste and scan: with spaces, hyphens,
 * small letters, invisible characters, or as the address of its page.
 */
export function tidyNumber(typed: string): string {
  const tidied = scannedText(typed)
    .replace(/[\s\p{Cf}]|(?<!^)\p{Pd}/gu, "")
    .toUpperCase();
  return OF_PAGE.exec(tidied)?.[1] ?? tidied;
}
