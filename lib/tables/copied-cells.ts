/** Whether a text is several cells of a spreadsheet, not one. */
export function isCopiedTable(text: string): boolean {
  return /[\t\n]/.test(text.replace(/[\r\n]+$/, ""));
}

/** Cells copied from a spreadsheet, line by line. */
export async function readCopied(text: string): Promise<string[][]> {
  const { readTabs } = await import("./csv-file");
  return readTabs(text.replace(/[\r\n]+$/, ""));
}

/** A cell's text with digits and signs of the usual width. */
export function readPlain(text: string): string {
  return text.normalize("NFKC").trim();
}

/**
 * An amount in HKD without currency and thousands. `0,350` has no thousands, so that it is not taken for 350; what is no
 * amount stays as it is.
 */
export function readAmount(text: string): string {
  const bare = readPlain(text).replace(/^(-?)(?:HKD|HK\$|\$)\s*/i, "$1");
  return /^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replaceAll(",", "") : bare;
}

/** A weight without its unit. A comma stays, and is refused: `1,250` is 1.25 as often as 1250. */
export function readWeight(text: string): string {
  return readPlain(text).replace(/\s*(?:kgs?|公斤)$/i, "");
}

/** A length without its unit, in cm. */
export function readLength(text: string): string {
  return readPlain(text).replace(/\s*(?:cm|公分|厘米)$/i, "");
}
