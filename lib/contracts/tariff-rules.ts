import { DECIMAL, decimal, INTEGER } from "@/lib/decimal";
import type { Problem } from "@/lib/errors";
import type { MessageKey, MessageParams } from "@/lib/i18n/validation";
import { type Loose, list, string } from "@/lib/loose";
import { CURRENCIES } from "@/lib/orders/choices";
import {
  countriesOf,
  FEES,
  keyOfRow,
  SHEET_COLUMNS,
  SHEET_KINDS,
  type SheetKind,
  type SheetRow,
  tidyCell,
} from "@/lib/tariff-sheets";
import type { Rules } from "./judge";

type Fault = (index: number, column: string, key: MessageKey, params?: MessageParams) => void;

/** The rows of a body as far as they can be read: cells that are text, tidied. */
export function readableRows(body: Loose): SheetRow[] {
  return list(body.rows).map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, cell]) => (typeof cell === "string" ? [[name, tidyCell(name, cell)]] : [])),
    ),
  );
}

const HEAVY = ["heavy_from", "heavy_step_weight", "heavy_step_price"] as const;

function judgeTariff(row: SheetRow, index: number, fault: Fault): void {
  const given = HEAVY.filter((name) => row[name]);
  if (given.length > 0) for (const name of HEAVY) if (!row[name]) fault(index, name, "sheetHeavy");
  const { heavy_from = "", first_weight = "", min_days = "", max_days = "" } = row;
  if (DECIMAL.test(heavy_from) && DECIMAL.test(first_weight) && decimal(heavy_from).lt(first_weight))
    fault(index, "heavy_from", "minimum", { min: first_weight });
  if (INTEGER.test(min_days) && INTEGER.test(max_days) && Number(max_days) < Number(min_days))
    fault(index, "max_days", "minimum", { min: min_days });
}

/** A country has one price: the rows that name it again are wrong. */
function judgeCountries(rows: readonly SheetRow[], fault: Fault): void {
  const named = new Set<string>();
  for (const [index, { countries = "" }] of rows.entries()) {
    const again = countriesOf(countries).find((country) => country !== "" && named.has(country));
    if (again) fault(index, "countries", "sheetCountryTwice", { country: again });
    for (const country of countriesOf(countries)) named.add(country);
  }
}

function judgeFee({ ship_type, code = "", kind, amount = "" }: SheetRow, index: number, fault: Fault): void {
  if (ship_type !== "local" && ship_type !== "intl") return;
  const isOfValue = Object.hasOwn(FEES[ship_type], code) ? FEES[ship_type][code] : undefined;
  if (code && isOfValue === undefined)
    fault(index, "code", "choice", { choices: Object.keys(FEES[ship_type]).join(", ") });
  if (kind === "PERCENT" && isOfValue === false) fault(index, "kind", "choice", { choices: "FIXED" });
  if (kind === "PERCENT" && DECIMAL.test(amount) && decimal(amount).gt(100))
    fault(index, "amount", "maximum", { max: 100 });
}

/** An order may be in any of these, so that each needs a rate. */
function judgeCurrencies(rows: readonly SheetRow[], fault: Fault, add: (problem: Problem) => void): void {
  const needed: string[] = CURRENCIES.filter((currency) => currency !== "HKD");
  for (const [index, { currency }] of rows.entries())
    if (currency && !needed.includes(currency)) fault(index, "currency", "sheetCurrency");
  const lacking = needed.filter((each) => !rows.some(({ currency }) => currency === each));
  if (lacking.length) add({ path: ["rows"], key: "sheetLacks", params: { what: lacking.join(", ") } });
}

function judgeRows(kind: SheetKind, rows: readonly SheetRow[], add: (problem: Problem) => void): void {
  const fault: Fault = (index, column, key, params) =>
    add({ path: ["rows", index, column], key, ...(params ? { params } : {}) });
  const seen = new Set<string>();
  const named = SHEET_COLUMNS[kind].find(({ isKey }) => isKey)?.name ?? "";
  const keys = SHEET_COLUMNS[kind].filter(({ isKey }) => isKey).map(({ name }) => name);
  for (const [index, row] of rows.entries()) {
    const key = keyOfRow(kind, row);
    if (keys.every((name) => row[name]) && seen.has(key)) fault(index, keys.at(-1) ?? named, "sheetRowTwice", { key });
    seen.add(key);
    if (kind === "TARIFF") judgeTariff(row, index, fault);
    if (kind === "SURCHARGES") judgeFee(row, index, fault);
  }
  if (kind === "TARIFF") judgeCountries(rows, fault);
  if (kind === "CURRENCIES") judgeCurrencies(rows, fault, add);
}

/** Rules across the cells and rows of a sheet, and that its rows come once: as rows or as a file. */
export const sheetRules: Rules = (body, found) => {
  const problems: Problem[] = [...found];
  const add = (problem: Problem) => problems.push(problem);
  if (body.rows === undefined && body.csv === undefined) add({ path: ["rows"], key: "required" });
  if (body.rows !== undefined && body.csv !== undefined) add({ path: ["csv"], key: "sheetRowsTwice" });
  const kind = SHEET_KINDS.find((each) => each === string(body.kind));
  if (kind && body.rows !== undefined) judgeRows(kind, readableRows(body), add);
  return problems;
};
