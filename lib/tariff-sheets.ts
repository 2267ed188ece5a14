// What the sheets of tariffs consist of, for contract, grid, CSV and the catalogue (contract §28).

import { DECIMAL, plain } from "./decimal";

/** A sheet is of one kind, of one provider if it is a TARIFF, and holds as a whole from a day on. */
export const SHEET_KINDS = ["TARIFF", "FUEL", "SURCHARGES", "CURRENCIES", "HOLIDAYS"] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];
export const SHEET_STATES = ["PROPOSED", "APPROVED", "WITHDRAWN"] as const;
/** Of an approved sheet: what holds today, what will, and what did. */
export const SHEET_FORCES = ["NOW", "NEXT", "PAST"] as const;
/** The most rows of a sheet. */
export const MAX_SHEET_ROWS = 500;

/** Cells by column; one that is not given is absent. */
export type SheetRow = Readonly<Record<string, string>>;

/** In `countries`: every country without a row of its own, and the only destination of local providers. */
export const REST = "REST";
export const LOCAL = "LOCAL";

type Column = {
  name: string;
  /** What it holds, as forms name it. */
  kind: "text" | "code" | "decimal" | "integer" | "date";
  optional?: true;
  /** Its value, with those of the other keys, names the row. */
  isKey?: true;
  choices?: readonly string[];
};

/** The columns of each kind, in the order of grid and file. */
export const SHEET_COLUMNS: Record<SheetKind, readonly Column[]> = {
  TARIFF: [
    { name: "zone", kind: "text", isKey: true },
    { name: "countries", kind: "text" },
    { name: "first_weight", kind: "decimal" },
    { name: "first_price", kind: "decimal" },
    { name: "step_weight", kind: "decimal" },
    { name: "step_price", kind: "decimal" },
    { name: "heavy_from", kind: "decimal", optional: true },
    { name: "heavy_step_weight", kind: "decimal", optional: true },
    { name: "heavy_step_price", kind: "decimal", optional: true },
    { name: "min_days", kind: "integer" },
    { name: "max_days", kind: "integer" },
  ],
  FUEL: [
    { name: "provider", kind: "code", isKey: true },
    { name: "percent", kind: "decimal" },
  ],
  SURCHARGES: [
    { name: "ship_type", kind: "code", isKey: true, choices: ["local", "intl"] },
    { name: "code", kind: "code", isKey: true },
    { name: "kind", kind: "code", choices: ["FIXED", "PERCENT"] },
    { name: "amount", kind: "decimal" },
    { name: "minimum", kind: "decimal", optional: true },
  ],
  CURRENCIES: [
    { name: "currency", kind: "code", isKey: true },
    { name: "hkd", kind: "decimal" },
  ],
  HOLIDAYS: [
    { name: "date", kind: "date", isKey: true },
    { name: "name_en", kind: "text" },
    { name: "name_zh", kind: "text" },
  ],
};

/** The fees of each kind of order, and whether one may be a percentage: of a value that it depends on. */
export const FEES: Readonly<Record<"local" | "intl", Readonly<Record<string, boolean>>>> = {
  local: { REMOTE_AREA: true, COD: true, INSURANCE: true, PAPER_PROOF: false },
  intl: { INSURANCE: true, SIGNATURE_O: false, SIGNATURE_A: false, DUTIES_PAID: true, BATTERY: false },
};

const FIGURES = new Set(
  Object.values(SHEET_COLUMNS).flatMap((columns) =>
    columns.filter(({ kind }) => kind === "decimal" || kind === "integer").map(({ name }) => name),
  ),
);
const isFigure = (name: string) => FIGURES.has(name);

/** What names a row within its sheet. */
export function keyOfRow(kind: SheetKind, row: SheetRow): string {
  return SHEET_COLUMNS[kind]
    .filter(({ isKey }) => isKey)
    .map(({ name }) => row[name] ?? "")
    .join(" ");
}

const UPPER: readonly string[] = ["provider", "code", "kind", "currency"];

/** A cell as sheets keep it: without spaces around it, codes in their case, figures without zeros that say nothing. */
export function tidyCell(name: string, cell: string): string {
  const value = cell.trim();
  if (name === "countries")
    return value
      .toUpperCase()
      .split(/[\s,;、]+/)
      .filter(Boolean)
      .join(" ");
  if (UPPER.includes(name)) return value.toUpperCase();
  if (name === "ship_type") return value.toLowerCase();
  return isFigure(name) && DECIMAL.test(value) ? plain(value) : value;
}

/** The codes in a `countries` cell. */
export function countriesOf(cell: string): string[] {
  return cell.split(" ");
}

/** Rows that two sheets do not have alike, by their keys, in the order of the later sheet; those that go last. */
export function changesOf(
  kind: SheetKind,
  before: readonly SheetRow[],
  after: readonly SheetRow[],
): { before: SheetRow | null; after: SheetRow | null }[] {
  const names = SHEET_COLUMNS[kind].map(({ name }) => name);
  const same = (one: SheetRow, two: SheetRow) => names.every((name) => (one[name] ?? "") === (two[name] ?? ""));
  const earlier = new Map(before.map((row) => [keyOfRow(kind, row), row]));
  const kept = new Set(after.map((row) => keyOfRow(kind, row)));
  const changed = after.flatMap((row) => {
    const was = earlier.get(keyOfRow(kind, row));
    return was && same(was, row) ? [] : [{ before: was ?? null, after: row }];
  });
  const gone = before.filter((row) => !kept.has(keyOfRow(kind, row)));
  return [...changed, ...gone.map((row) => ({ before: row, after: null }))];
}
