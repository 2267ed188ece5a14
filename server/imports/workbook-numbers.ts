import Big from "big.js";

/** How a style shows numbers: as dates, or filled with zeros to a pattern such as `00000` or `0000 0000`. */
export type NumberFormat = { kind: "date" } | { kind: "number"; pattern?: string };

/** Formats with numbers of their own that show dates and times, of all languages. */
const isDateId = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** The longest code of a format that spreadsheets write. */
const LONGEST_CODE = 255;

/** How a style with this format shows numbers; `code`: one of the workbook's own. */
export function formatOf(id: number, code = ""): NumberFormat {
  if (isDateId(id)) return { kind: "date" };
  if (code.length > LONGEST_CODE) return { kind: "number" };
  const [first = ""] = code.split(";");
  const plain = first.replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, "");
  if (plain !== "General" && /[ymdhs年月日]/i.test(plain)) return { kind: "date" };
  const pattern = first.replace(/\\(.)|"([^"]*)"/g, "$1$2");
  return /^[0 ()-]*0{3}[0 ()-]*$/.test(pattern) ? { kind: "number", pattern } : { kind: "number" };
}

/** Digits of a number in the places of a pattern's zeros, from the right; what is longer stands before them. */
function inPattern(digits: string, pattern: string): string {
  const places = pattern.replace(/[^0]/g, "").length;
  const all = digits.padStart(places, "0");
  let next = all.length - places;
  const filled = [...pattern].map((sign) => (sign === "0" ? all[next++] : sign)).join("");
  return all.slice(0, all.length - places) + filled;
}

/** Excel keeps 15 digits of a number; the rest of a longer one is lost, and then its text says so. */
const KEPT_DIGITS = 15;

/** A number as it is typed: without an exponent, and without what computing with it has added. */
export function numberText(raw: string, { pattern }: { pattern?: string }): string {
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  if (Math.abs(value) >= 10 ** KEPT_DIGITS) return value.toExponential().replace("e", "E");
  const text = new Big(value).prec(KEPT_DIGITS).toFixed();
  return pattern && /^\d+$/.test(text) ? inPattern(text, pattern) : text;
}

const DAY_MS = 86_400_000;

/** A date as `2026-01-31`, with a time `2026-01-31 14:30`; a time alone `14:30`. */
export function dateText(raw: string, is1904: boolean): string {
  const serial = Number(raw);
  if (!Number.isFinite(serial) || serial < 0 || serial > 2_958_465) return raw;
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const iso = new Date(start + Math.round((serial * DAY_MS) / 60_000) * 60_000).toISOString();
  const [day, time] = [iso.slice(0, 10), iso.slice(11, 16)];
  if (serial < 1) return time;
  return time === "00:00" ? day : `${day} ${time}`;
}
