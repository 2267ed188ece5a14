// A spreadsheet runs these as formulas, with full-width signs too (contract §9.3). A value that already has apostrophes
// before its sign gets one more, so that a reader can tell ours from its own.
const FORMULA = /^'*[=+\-@＝＋－＠\t\r]/;

/** Columns of any file that hold numbers, days and times, which spreadsheets are to read as such. */
const MEASURES: ReadonlySet<string> = new Set([
  // Of orders.
  ...["create_time", "confirm_time", "pickup_date", "pickup_start_time", "pickup_end_time", "parcels"],
  ...["chargeable_weight", "declared_value", "quote_price", "cod_amount"],
  // Of products.
  ...["length", "width", "height", "weight", "unit_value", "low_stock_mark"],
  ...["on_hand", "reserved", "available", "missing", "damaged"],
  // Of addresses and the audit log.
  ...["use_count", "last_used_at", "at", "count"],
  // Of statements, invoices and payouts.
  ...["line", "declared_weight", "charged_weight", "charge", "amount", "adjustment"],
  // Of templates of orders.
  ...["weight_kg", "length_cm", "width_cm", "height_cm", "item_qty", "item_value"],
  // Of pickup points and tariffs.
  ...["max_weight", "max_length", "max_width", "max_height"],
  ...["first_weight", "first_price", "step_weight", "step_price", "heavy_from", "heavy_step_weight"],
  ...["heavy_step_price", "min_days", "max_days", "percent", "minimum", "hkd"],
]);
const MEASURE = /^-?\d+(\.\d+)?$|^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}[\d:.]*(Z|[+-]\d{2}:\d{2}))?$|^\d{2}:\d{2}$/;

const MONTH =
  "jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?";
/** What spreadsheets take for numbers, days, times, amounts and truths: `00123`, `1-2`, `3.10`, `1E5`, `MAR-1`, `TRUE`. */
const READ_OTHERWISE = [
  /^[\d\s.,:;/\\()%'+-]+$/,
  /^[\d.,]+e[+-]?\d+$/,
  /^[\d\s.:]+[ap]\.?(m\.?)?$/,
  /^\(?[a-z]{0,2}[$€£¥][\d\s.,]+\)?$/,
  /^[\d\s.,]+[$€£¥]$/,
  new RegExp(`^[\\d\\s.,:/-]*(${MONTH})[\\d\\s.,:'/-]*$`),
  /^[\d\s:./年月日時时點点分秒上下午-]+$/,
];
/** Digits that stay as they are; groups of them, as telephone numbers and postal codes have them, that are no day. */
const SAFE = [
  /^(0|[1-9]\d{0,10})$/,
  /^\d+( \d{3})* (\d{1,2}|\d{4,})( \d+)*$/,
  /^(?=.*(^|-)(\d{3}|\d{5,})(-|$))\d+(-\d+)+$|^\d{4}-\d{4}$/,
];

function isReadOtherwise(value: string): boolean {
  if (SAFE.some((form) => form.test(value))) return false;
  const text = value.normalize("NFKC").trim().toLowerCase();
  return text === "true" || text === "false" || (/\d/.test(text) && READ_OTHERWISE.some((form) => form.test(text)));
}

function quoteCell(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/**
 * A field of a CSV file. What a spreadsheet would run as a formula has an apostrophe before it; what it would read as a
 * number, a day or anything else than the text that it is, is written as ="00123", unless the column holds such values.
 */
export function writeCell(column: string, value: string | null): string {
  const text = value ?? "";
  if (MEASURES.has(column) && MEASURE.test(text)) return text;
  if (FORMULA.test(text)) return quoteCell(`'${text}`);
  return quoteCell(isReadOtherwise(text) ? `="${text}"` : text);
}

/** A field as it was before we or Excel wrote it; in Excel, ="00123" keeps leading zeros. */
export function readCell(field: string): string {
  const content = /^="(.*)"$/s.exec(field)?.[1];
  if (content !== undefined) return content.replaceAll('""', '"');
  return field.startsWith("'") && FORMULA.test(field) ? field.slice(1) : field;
}

type Line = readonly (string | null)[];

/** Lines of a CSV file with these columns, for files that are written in parts. */
export function writeLines(columns: readonly string[], lines: readonly Line[]): string {
  return lines.map((cells) => `${cells.map((cell, at) => writeCell(columns[at] ?? "", cell)).join(",")}\r\n`).join("");
}

/** A CSV file that spreadsheets read as UTF-8: the names of its columns, and its lines. */
export function writeCsv(columns: readonly string[], lines: readonly Line[] = []): string {
  return `\ufeff${writeLines([], [columns])}${writeLines(columns, lines)}`;
}
