// Loaded late: the reader of files, once one is chosen.

import Papa from "papaparse";

const MARKS: readonly [encoding: string, mark: readonly number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** UTF-16 without its mark: every second byte of plain text is zero. */
function bareUtf16(bytes: Uint8Array): string | null {
  const start = bytes.subarray(0, 200);
  const zeros = [0, 1].map((side) => start.filter((byte, at) => at % 2 === side && byte === 0).length);
  const side = zeros.findIndex((count) => count > start.length / 8);
  return side < 0 ? null : side === 1 ? "utf-16le" : "utf-16be";
}

/**
 * The text of a file that a spreadsheet wrote: UTF-8 or UTF-16 with or without its mark, else Big5, which Excel in Hong
 * Kong writes; browsers read it as Hong Kong does. Null: none of them.
 */
export function textOfFile(
  bytes: Uint8Array,
  decodeBig5: (bytes: Uint8Array) => string | null = (each) => decode(each, "big5"),
): string | null {
  const marked = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
  const wide = marked ?? bareUtf16(bytes);
  return wide ? decode(bytes, wide) : (decode(bytes, "utf-8") ?? decodeBig5(bytes));
}

/** Characters within which the headers are. */
const HEAD = 65_536;

/** The sign that parts fields. From the headers only: names of products may have more of one than a line has fields. */
export function delimiterOf(text: string): string {
  const [head = ""] = text
    .slice(0, HEAD)
    .replace(/"[^"]*"/g, "")
    .split(/[\r\n]/, 1);
  const counted = [",", ";", "\t"].map((sign) => [sign, head.split(sign).length] as const);
  return counted.reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

/** The lines of a CSV file as fields, split at comma, semicolon or tab, or as Excel's `sep=` in the first line says. */
export function readCsv(text: string): string[][] {
  const [line = "", said] = /^\ufeff?sep=(.)\r?\n/i.exec(text) ?? [];
  if (said) return Papa.parse<string[]>(text.slice(line.length), { delimiter: said }).data;
  return Papa.parse<string[]>(text.replace(/^\ufeff/, ""), { delimiter: delimiterOf(text) }).data;
}

/** The cells of a text whose columns are split at tabs, as spreadsheets copy them. */
export function readTabs(text: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: "\t" });
  // A cell that begins with a quotation mark of its own is no quoted one.
  return errors.some(({ type }) => type === "Quotes") ? text.split(/\r?\n/).map((line) => line.split("\t")) : data;
}
