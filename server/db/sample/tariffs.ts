import type { DatedRows } from "@/server/db/sheets";
import { VALID_FROM } from "./zones";

type Tariff = DatedRows["tariffs"][number];

function local(provider: string, first: number, step: number, minDays: number, maxDays: number): Tariff {
  return {
    provider,
    zone: "LOCAL",
    valid_from: VALID_FROM,
    first_weight: "1",
    first_price: String(first),
    step_weight: "1",
    step_price: String(step),
    heavy_from: null,
    heavy_step_weight: null,
    heavy_step_price: null,
    min_days: minDays,
    max_days: maxDays,
  };
}

/** First 0.5 kg / each further 0.5 kg up to 20 kg / each kg above 20 kg. */
type IntlRow = readonly [zone: string, first: number, step: number, heavy: number, minDays: number, maxDays: number];

function intl(provider: string, rows: readonly IntlRow[]): Tariff[] {
  return rows.map(([zone, first, step, heavy, minDays, maxDays]) => ({
    provider,
    zone,
    valid_from: VALID_FROM,
    first_weight: "0.5",
    first_price: String(first),
    step_weight: "0.5",
    step_price: String(step),
    heavy_from: "20",
    heavy_step_weight: "1",
    heavy_step_price: String(heavy),
    min_days: minDays,
    max_days: maxDays,
  }));
}

/** Sample tariffs in HKD. */
export const TARIFFS: readonly Tariff[] = [
  local("LOCAL_DOOR", 30, 12, 1, 2),
  local("LOCAL_POINT", 22, 8, 1, 3),
  local("LOCAL_SAMEDAY", 80, 15, 0, 0),
  ...intl("INTL_ECON", [
    ["Z1", 78, 18, 38, 4, 7],
    ["Z2", 98, 24, 50, 5, 9],
    ["Z3", 138, 38, 78, 7, 14],
    ["Z4", 146, 42, 86, 7, 14],
    ["Z5", 188, 56, 114, 10, 21],
  ]),
  ...intl("INTL_EXPR", [
    ["Z1", 165, 32, 68, 1, 2],
    ["Z2", 210, 40, 85, 2, 3],
    ["Z3", 288, 58, 122, 2, 4],
    ["Z4", 305, 62, 130, 2, 4],
    ["Z5", 390, 84, 175, 3, 6],
  ]),
  ...intl("EXPR_EXPORT", [
    ["Z1", 148, 29, 61, 2, 3],
    ["Z2", 190, 37, 78, 2, 4],
    ["Z3", 262, 53, 111, 3, 5],
    ["Z4", 279, 57, 120, 3, 5],
    ["Z5", 355, 77, 160, 4, 7],
  ]),
];

/** Fuel, as a percentage of base and remote area. */
export const FUEL_RATES: DatedRows["fuelRates"] = [
  ["LOCAL_DOOR", "0"],
  ["LOCAL_POINT", "0"],
  ["LOCAL_SAMEDAY", "0"],
  ["INTL_ECON", "12"],
  ["INTL_EXPR", "28"],
  ["EXPR_EXPORT", "28"],
].map(([provider = "", percent = ""]) => ({ provider, valid_from: VALID_FROM, percent }));
