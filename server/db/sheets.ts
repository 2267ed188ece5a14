import { countryCodes } from "@/lib/addresses/country";
import { plain } from "@/lib/decimal";
import { LOCAL, REST, type SheetKind, type SheetRow } from "@/lib/tariff-sheets";

/** The rows of the tables that sheets took the place of; numbers as text. */
export type DatedRows = {
  providers: readonly { code: string; ship_type: "intl" | "local" }[];
  zones: readonly { country: string; zone: string; valid_from: string }[];
  tariffs: readonly {
    provider: string;
    zone: string;
    valid_from: string;
    first_weight: string;
    first_price: string;
    step_weight: string;
    step_price: string;
    heavy_from: string | null;
    heavy_step_weight: string | null;
    heavy_step_price: string | null;
    min_days: number;
    max_days: number;
  }[];
  surcharges: readonly {
    code: string;
    ship_type: "intl" | "local";
    valid_from: string;
    kind: "FIXED" | "PERCENT";
    amount: string;
    minimum: string;
  }[];
  fuelRates: readonly { provider: string; valid_from: string; percent: string }[];
  currencyRates: readonly { currency: string; valid_from: string; hkd: string }[];
  holidays: readonly { date: string; name_en: string; name_zh: string }[];
};

/** What holds from a day on: all rows of a kind, of one provider if it is a TARIFF. */
export type Sheet = { kind: SheetKind; provider: string | null; valid_from: string; rows: readonly SheetRow[] };

type Dated = { valid_from: string };

function daysOf(...tables: readonly (readonly Dated[])[]): string[] {
  return [...new Set(tables.flat().map(({ valid_from }) => valid_from))].sort();
}

/** For each key the newest row that had begun on the day. */
function onDay<Row extends Dated>(rows: readonly Row[], keyOf: (row: Row) => string, day: string): Row[] {
  const newest = new Map<string, Row>();
  for (const row of rows) {
    const held = newest.get(keyOf(row));
    if (row.valid_from <= day && !(held && held.valid_from > row.valid_from)) newest.set(keyOf(row), row);
  }
  return [...newest.values()];
}

type Tariff = DatedRows["tariffs"][number];

function tariffRow(row: Tariff, countries: readonly string[]): SheetRow {
  const { heavy_from, heavy_step_weight, heavy_step_price } = row;
  return {
    zone: row.zone,
    countries: countries.join(" "),
    first_weight: plain(row.first_weight),
    first_price: plain(row.first_price),
    step_weight: plain(row.step_weight),
    step_price: plain(row.step_price),
    ...(heavy_from && heavy_step_weight && heavy_step_price
      ? {
          heavy_from: plain(heavy_from),
          heavy_step_weight: plain(heavy_step_weight),
          heavy_step_price: plain(heavy_step_price),
        }
      : {}),
    min_days: String(row.min_days),
    max_days: String(row.max_days),
  };
}

function intlRows(zones: DatedRows["zones"], tariffs: readonly Tariff[], day: string): SheetRow[] {
  const own = new Map(onDay(tariffs, ({ zone }) => zone, day).map((row) => [row.zone, row]));
  const zoneOf = new Map(onDay(zones, ({ country }) => country, day).map(({ country, zone }) => [country, zone]));
  // International services never go to Hong Kong.
  zoneOf.delete("HK");
  const isServed = (country: string) => own.has(zoneOf.get(country) ?? "");
  // A country in a zone without a tariff was not served: REST would include it, so the served ones are listed instead.
  const isNamed = isServed(REST) && [...zoneOf.keys()].some((country) => !isServed(country));
  const rest = zoneOf.get(REST) ?? "";
  const others = countryCodes().filter((country) => country !== "HK" && !zoneOf.has(country));
  if (isNamed) for (const country of others) zoneOf.set(country, rest);
  if (isNamed) zoneOf.delete(REST);
  return [...own.values()].flatMap((row) => {
    const countries = [...zoneOf].filter(([, zone]) => zone === row.zone).map(([country]) => country);
    return countries.length ? [tariffRow(row, countries)] : [];
  });
}

function tariffSheets({ providers, zones, tariffs }: DatedRows): Sheet[] {
  return providers.flatMap(({ code, ship_type }) => {
    const own = tariffs.filter(({ provider }) => provider === code);
    const [first] = daysOf(own);
    const days = ship_type === "local" ? daysOf(own) : daysOf(own, zones).filter((day) => first && day >= first);
    return days.map((day): Sheet => {
      const local = onDay(own, ({ zone }) => zone, day).filter(({ zone }) => zone === LOCAL);
      const rows = ship_type === "local" ? local.map((row) => tariffRow(row, [LOCAL])) : intlRows(zones, own, day);
      return { kind: "TARIFF", provider: code, valid_from: day, rows };
    });
  });
}

function sheetsOfKind<Row extends Dated>(
  kind: SheetKind,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  rowOf: (row: Row) => SheetRow,
): Sheet[] {
  return daysOf(rows).map((day) => ({
    kind,
    provider: null,
    valid_from: day,
    rows: onDay(rows, keyOf, day).map(rowOf),
  }));
}

/** Converts individually dated rows to sheets, one for each day on which a row took effect. */
export function sheetsOf(rows: DatedRows): Sheet[] {
  const sheets = [
    ...tariffSheets(rows),
    ...sheetsOfKind(
      "FUEL",
      rows.fuelRates,
      ({ provider }) => provider,
      ({ provider, percent }) => ({ provider, percent: plain(percent) }),
    ),
    ...sheetsOfKind(
      "SURCHARGES",
      rows.surcharges,
      ({ ship_type, code }) => `${ship_type} ${code}`,
      ({ ship_type, code, kind, amount, minimum }) => ({
        ship_type,
        code,
        kind,
        amount: plain(amount),
        minimum: plain(minimum),
      }),
    ),
    ...sheetsOfKind(
      "CURRENCIES",
      rows.currencyRates,
      ({ currency }) => currency,
      ({ currency, hkd }) => ({ currency, hkd: plain(hkd) }),
    ),
    ...sheetsOfKind(
      "HOLIDAYS",
      rows.holidays.map((row) => ({ ...row, valid_from: "2026-01-01" })),
      ({ date }) => date,
      ({ date, name_en, name_zh }) => ({ date, name_en, name_zh }),
    ),
  ];
  return sheets.filter((sheet) => sheet.rows.length > 0);
}
