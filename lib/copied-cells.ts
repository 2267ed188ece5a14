/** Whether a text is several cells of a spreadsheet, not one. */
export function isCopiedTable(text: string): boolean {
  return /[\t\n]/.test(text.replace(/\r?\n$/, ""));
}

/** Cells copied from a spreadsheet, line by line. */
export async function readCopied(text: string): Promise<string[][]> {
  const { readTabs } = await import("./csv-file");
  return readTabs(text.replace(/\r?\n$/, "")).map((line) => line.map((cell) => cell.trim()));
}

/** A figure as people write it, without currency, unit and thousands; what is none stays as it is. */
export function readFigure(text: string): string {
  const bare = text
    .normalize("NFKC")
    .trim()
    .replace(/^(-?)(?:HKD|HK\$|\$)\s*/i, "$1")
    .replace(/\s*(?:kgs?|公斤)$/i, "");
  return /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replaceAll(",", "") : bare;
}
