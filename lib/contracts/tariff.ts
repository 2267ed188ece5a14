import { z } from "zod";
import { countryCodes } from "@/lib/addresses/country";
import { addDays, hongKongDate } from "@/lib/calendar";
import { INTEGER } from "@/lib/decimal";
import type { Verdict } from "@/lib/i18n/validation";
import {
  countriesOf,
  LOCAL,
  MAX_SHEET_ROWS,
  REST,
  SHEET_FORCES,
  SHEET_KINDS,
  SHEET_STATES,
  tidyCell,
} from "@/lib/tariff-sheets";
import { BOUNDS, choice, code, date, judgeDecimal, optionalText, paging, rule, text } from "./common";
import { defineContract } from "./contract";
import { sheetRules } from "./tariff-rules";

const base = { account: "optional", audience: "people", tag: "Tariffs" } as const;

/** How far ahead a sheet may begin. */
const DAYS_AHEAD = 730;

type Limits = NonNullable<Parameters<typeof judgeDecimal>[1]>;

/** A cell, tidied before it is judged. */
const cell = (name: string, judge: (value: string) => Verdict) =>
  z
    .string()
    .overwrite((value) => tidyCell(name, value))
    .superRefine(rule(judge));
const figure = (name: string, limits: Limits) => cell(name, (value) => judgeDecimal(value, limits));
const kilograms = (name: string) => figure(name, { above: "0", max: BOUNDS.weight });
/** HKD. */
const price = (name: string) => figure(name, { max: BOUNDS.money, places: 2 });
const days = (name: string) =>
  cell(name, (value) => (INTEGER.test(value) ? judgeDecimal(value, { max: "90" }) : "integer"));
const codeCell = (name: string) => cell(name, (value) => (/^[A-Z0-9_]{1,40}$/.test(value) ? undefined : "sheetCode"));
const choiceCell = (name: string, choices: readonly string[]) =>
  cell(name, (value) => (choices.includes(value) ? undefined : ["choice", { choices: choices.join(", ") }]));
const holidayName = text({ max: 100, visible: true });

function judgeCountries(cell: string): Verdict {
  const codes = countriesOf(cell);
  const known = new Set([...countryCodes(), REST, LOCAL]);
  const unknown = codes.find((each) => !known.has(each) || each === "HK");
  if (unknown !== undefined) return unknown === "" ? "required" : ["sheetCountry", { country: unknown.slice(0, 20) }];
  if (codes.includes(LOCAL) && codes.length > 1) return "sheetLocal";
  return new Set(codes).size < codes.length ? "givenTwice" : undefined;
}

/** The rows of each kind; every cell is text. */
const ROWS = {
  TARIFF: z.object({
    zone: text({ max: 40, visible: true }),
    countries: cell("countries", judgeCountries),
    first_weight: kilograms("first_weight"),
    first_price: price("first_price"),
    step_weight: kilograms("step_weight"),
    step_price: price("step_price"),
    heavy_from: kilograms("heavy_from").optional(),
    heavy_step_weight: kilograms("heavy_step_weight").optional(),
    heavy_step_price: price("heavy_step_price").optional(),
    min_days: days("min_days"),
    max_days: days("max_days"),
  }),
  FUEL: z.object({ provider: codeCell("provider"), percent: figure("percent", { max: "100", places: 2 }) }),
  SURCHARGES: z.object({
    ship_type: choiceCell("ship_type", ["local", "intl"]),
    code: codeCell("code"),
    kind: choiceCell("kind", ["FIXED", "PERCENT"]),
    amount: price("amount"),
    minimum: price("minimum").default("0"),
  }),
  CURRENCIES: z.object({ currency: codeCell("currency"), hkd: figure("hkd", { above: "0", max: "1000000" }) }),
  HOLIDAYS: z.object({ date, name_en: holidayName, name_zh: holidayName }),
} as const;

/** Not today: a price never changes while a person fills in a form. */
const validFrom = date.superRefine(
  rule((day) => {
    const today = hongKongDate(new Date());
    if (day <= today) return "sheetTooSoon";
    return day > addDays(today, DAYS_AHEAD) ? ["tooFarAhead", { days: DAYS_AHEAD }] : undefined;
  }),
);

const common = {
  valid_from: validFrom,
  /** Why, for the person who approves it. */
  note: optionalText({ max: 300 }),
  /** The same rows as a CSV file with the columns' names in its first line. */
  csv: z
    .string()
    .superRefine(rule((value) => (value.length > 500_000 ? ["maximum", { max: 500_000 }] : undefined)))
    .optional(),
};
const rowsOf = <Row extends z.ZodType>(row: Row) => z.array(row).min(1).max(MAX_SHEET_ROWS).optional();

/** A sheet, as it is proposed and tried. */
export const sheetBody = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("TARIFF"), provider: code(40), ...common, rows: rowsOf(ROWS.TARIFF) }),
  z.object({ kind: z.literal("FUEL"), ...common, rows: rowsOf(ROWS.FUEL) }),
  z.object({ kind: z.literal("SURCHARGES"), ...common, rows: rowsOf(ROWS.SURCHARGES) }),
  z.object({ kind: z.literal("CURRENCIES"), ...common, rows: rowsOf(ROWS.CURRENCIES) }),
  z.object({ kind: z.literal("HOLIDAYS"), ...common, rows: rowsOf(ROWS.HOLIDAYS) }),
]);
export type SheetBody = z.output<typeof sheetBody>;

const person = z.object({ id: z.string(), name: z.string() }).nullable();

const summary = z.object({
  id: z.string(),
  kind: z.enum(SHEET_KINDS),
  provider: z.string().nullable(),
  valid_from: z.string(),
  state: z.enum(SHEET_STATES),
  /** Null unless it is approved. */
  force: z.enum(SHEET_FORCES).nullable(),
  note: z.string().nullable(),
  row_count: z.int(),
  /** Null for the first sheets, which came with the product. */
  proposed_by: person,
  proposed_time: z.string(),
  decided_by: person,
  decided_time: z.string().nullable(),
});
export type TariffSummary = z.output<typeof summary>;

const cells = z.record(z.string(), z.string());

/** Why the caller cannot approve a sheet that waits: it is their own, its day has come, or the day has another. */
export const APPROVAL_BARS = ["OWN", "TOO_LATE", "DAY_TAKEN"] as const;

const sheet = summary.extend({
  rows: z.array(cells),
  may_withdraw: z.boolean(),
  may_approve: z.boolean(),
  approval_bar: z.enum(APPROVAL_BARS).nullable(),
});
export type TariffSheet = z.output<typeof sheet>;

export const listTariffs = defineContract("listTariffs", {
  ...base,
  summary: "List the sheets of tariffs, fuel, surcharges, currencies and holidays, those that begin last first",
  query: z.object({
    kind: choice(SHEET_KINDS).optional(),
    provider: code(40).optional(),
    state: choice(SHEET_STATES).optional(),
    force: choice(SHEET_FORCES).optional(),
    ...paging,
  }),
  response: summary,
  list: true,
  errors: ["NOT_FOUND"],
});
export type ListTariffsQuery = z.output<NonNullable<typeof listTariffs.query>>;

const byId = z.object({ id: code(40) });

export const readTariff = defineContract("readTariff", {
  ...base,
  summary: "Read a sheet with its rows",
  params: byId,
  response: sheet,
  files: [{ type: "text/csv", description: "The rows as CSV, which can be proposed again" }],
  errors: ["NOT_FOUND"],
});

const priced = z.object({
  shipping_provider: z.string(),
  country: z.string(),
  /** kg, all parcels together. */
  weight: z.string(),
  /** What the price also depends on, as codes of fees. */
  options: z.array(z.string()),
  /** HKD; null: not served. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** After less before; null if it was not served, or is not. */
  difference: z.string().nullable(),
});
const counts = z.object({ up: z.int(), down: z.int(), same: z.int(), lost: z.int(), gained: z.int() });

const preview = z.object({
  /** The rows that differ from what would hold on the day. */
  changes: z.array(z.object({ before: cells.nullable(), after: cells.nullable() })),
  sample_counts: counts,
  /** Of the samples those that change. */
  samples: z.array(priced),
  order_counts: counts,
  /** Of the newest orders in production those that would cost something else. */
  orders: z.array(priced.extend({ order_id: z.string(), account_id: z.string(), account_name: z.string() })),
});
export type TariffPreview = z.output<typeof preview>;
export type PricedChange = z.output<typeof priced>;

export const previewTariff = defineContract("previewTariff", {
  ...base,
  summary: "Try a sheet: which prices of samples and of recent orders change on its day, and by how much",
  body: sheetBody,
  rules: sheetRules,
  serverRules: true,
  response: preview,
  errors: ["NOT_FOUND"],
});

export const proposeTariff = defineContract("proposeTariff", {
  ...base,
  summary: "Propose a sheet, which holds from its day on once it is approved",
  body: sheetBody,
  rules: sheetRules,
  serverRules: true,
  response: summary,
  errors: ["NOT_FOUND"],
});

export const approveTariff = defineContract("approveTariff", {
  ...base,
  summary: "Approve a sheet that another person proposed",
  params: byId,
  response: summary,
  errors: ["NOT_FOUND"],
});

export const withdrawTariff = defineContract("withdrawTariff", {
  ...base,
  summary: "Withdraw a sheet that waits, or an approved one that has not begun",
  params: byId,
  response: summary,
  errors: ["NOT_FOUND"],
});
