// A spreadsheet runs these as formulas, with full-width signs too (contract §9.3). A value that already has apostrophes
// before its sign gets one more, so that a reader can tell ours from its own.
const FORMULA = /^'*[=+\-@＝＋－＠\t\r]/;
// A spreadsheet drops zeros from these, or shows them as 2.17E+14 and saves them like that.
const SHORTENED = /^(0\d+|\d{12,}|\d+e\d+)$/i;

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** A field of a CSV file. An apostrophe turns what a spreadsheet would run as a formula into text. */
export function writeCell(value: string | null): string {
  const text = value ?? "";
  return quoted(FORMULA.test(text) ? `'${text}` : text);
}

/**
 * The same for columns whose digits are not amounts: a value that a spreadsheet would shorten is marked as text, as
 * ="00123".
 */
export function writeExactCell(value: string | null): string {
  return value !== null && SHORTENED.test(value) ? quoted(`="${value}"`) : writeCell(value);
}

/** A field as it was before we or Excel wrote it; in Excel, ="00123" keeps leading zeros. */
export function readCell(field: string): string {
  const content = /^="(.*)"$/s.exec(field)?.[1];
  if (content !== undefined) return content.replaceAll('""', '"');
  return field.startsWith("'") && FORMULA.test(field) ? field.slice(1) : field;
}

type Lines = readonly (readonly (string | null)[])[];

/** Lines of a CSV file, for files that are written in parts. */
export function writeLines(lines: Lines, write: (value: string | null) => string = writeCell): string {
  return lines.map((cells) => `${cells.map(write).join(",")}\r\n`).join("");
}

/** A CSV file that spreadsheets read as UTF-8: lines of cells, the first one the headers. */
export function writeCsv(lines: Lines, write?: (value: string | null) => string): string {
  return `\ufeff${writeLines(lines, write)}`;
}
