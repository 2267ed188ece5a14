// A spreadsheet runs these as formulas. What has apostrophes before one gets another too, so that a reader can tell.
const FORMULA = /^'*[=+\-@\t\r]/;
// A spreadsheet takes zeros away from these, or shows them as 2.17E+14 and saves them so.
const SHORTENED = /^(0\d+|\d{12,}|\d+e\d+)$/i;

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** A field of a CSV file. What a spreadsheet would run as a formula is text to it with an apostrophe before it. */
export function writeCell(value: string | null): string {
  const text = value ?? "";
  return quoted(FORMULA.test(text) ? `'${text}` : text);
}

/** The same, where digits are no amounts: those that a spreadsheet would shorten are told to be text, as ="00123". */
export function writeExactCell(value: string | null): string {
  return value !== null && SHORTENED.test(value) ? quoted(`="${value}"`) : writeCell(value);
}

/** A field as it was before it was written, by us or by Excel, which is told ="00123" to leave its zeros. */
export function readCell(field: string): string {
  const told = /^="(.*)"$/s.exec(field)?.[1];
  if (told !== undefined) return told.replaceAll('""', '"');
  return field.startsWith("'") && FORMULA.test(field) ? field.slice(1) : field;
}

type Lines = readonly (readonly (string | null)[])[];

/** Lines of a CSV file, for those that are written part by part. */
export function writeLines(lines: Lines, write: (value: string | null) => string = writeCell): string {
  return lines.map((cells) => `${cells.map(write).join(",")}\r\n`).join("");
}

/** A CSV file that spreadsheets read as UTF-8: lines of cells, the first one the headers. */
export function writeCsv(lines: Lines, write?: (value: string | null) => string): string {
  return `\ufeff${writeLines(lines, write)}`;
}
