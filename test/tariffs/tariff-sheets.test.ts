// @module-tag engine
// Rows that each had their own date become sheets with the same prices (contract §28.1).
import { afterAll, beforeAll, expect, it } from "vitest";
import { countryCodes } from "@/lib/addresses/country";
import type { SheetRow } from "@/lib/tariff-sheets";
import { migrate } from "@/server/db/migrate";
import { migrations } from "@/server/db/migrations";
import { emptyDatabase } from "../database";

let own: Awaited<ReturnType<typeof emptyDatabase>>;
beforeAll(async () => {
  own = await emptyDatabase();
});
afterAll(() => own.close());

type Stored = { kind: string; provider: string | null; day: string; rows: SheetRow[] };

it("become sheets, one for each day on which something began", async () => {
  await migrate(own, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0050")));
  for (const statement of [
    // From July on Japan is a zone of its own, which only INTL_ECON prices, and no provider serves Brazil.
    "insert into zones values ('JP', 'Z9', '2026-07-01'), ('BR', 'NONE', '2026-07-01')",
    `insert into tariffs select provider, 'Z9', '2026-07-01', first_weight, 77.50, step_weight, step_price, heavy_from,
       heavy_step_weight, heavy_step_price, min_days, max_days from tariffs where provider = 'INTL_ECON' and zone = 'Z2'`,
    "insert into tariffs select provider, zone, '2026-08-01', 1, 31, 1, 12, null, null, null, 1, 2 from tariffs where provider = 'LOCAL_DOOR'",
    "insert into surcharges values ('COD', 'local', '2026-09-01', 'PERCENT', 3.0, 6)",
    "insert into fuel_rates values ('INTL_ECON', '2026-09-01', 12.25)",
    "insert into currency_rates values ('USD', '2026-09-01', 7.795)",
  ])
    await own.pool.query(statement);
  await migrate(own);
  const { rows } = await own.pool.query<Stored>(
    "select kind, provider, to_char(valid_from, 'YYYY-MM-DD') as day, rows from tariff_versions where state = 'APPROVED'",
  );
  const of = (what: string, day: string) =>
    rows.find((sheet) => (sheet.provider ?? sheet.kind) === what && sheet.day === day)?.rows ?? [];
  const zone = (what: string, day: string, name: string) => of(what, day).find((row) => row.zone === name);

  expect(zone("INTL_ECON", "2026-01-01", "Z2")?.countries).toBe("JP KR SG MY TH PH VN ID");
  expect(zone("INTL_ECON", "2026-01-01", "Z5")?.countries).toBe("REST");
  expect(zone("INTL_ECON", "2026-07-01", "Z9")).toMatchObject({
    countries: "JP",
    first_price: "77.5",
    heavy_from: "20",
  });
  expect(zone("INTL_ECON", "2026-07-01", "Z2")?.countries).toBe("KR SG MY TH PH VN ID");
  // All others by name, so that REST does not serve what was not.
  const named = of("INTL_ECON", "2026-07-01").flatMap(({ countries = "" }) => countries.split(" "));
  expect(
    countryCodes()
      .filter((code) => !named.includes(code))
      .sort(),
  ).toEqual(["BR", "HK"]);
  expect(named.length).toBe(new Set(named).size);
  const express = of("INTL_EXPR", "2026-07-01").flatMap(({ countries = "" }) => countries.split(" "));
  expect(
    countryCodes()
      .filter((code) => !express.includes(code))
      .sort(),
  ).toEqual(["BR", "HK", "JP"]);

  expect(of("LOCAL_DOOR", "2026-08-01")).toEqual([expect.objectContaining({ countries: "LOCAL", first_price: "31" })]);
  expect(
    rows
      .filter(({ provider }) => provider === "LOCAL_DOOR")
      .map(({ day }) => day)
      .sort(),
  ).toEqual(["2026-01-01", "2026-08-01"]);
  const before = of("SURCHARGES", "2026-01-01");
  expect(of("SURCHARGES", "2026-09-01").find(({ code }) => code === "COD")).toEqual({
    ship_type: "local",
    code: "COD",
    kind: "PERCENT",
    amount: "3",
    minimum: "6",
  });
  expect(of("SURCHARGES", "2026-09-01")).toHaveLength(before.length);
  expect(of("FUEL", "2026-09-01")).toContainEqual({ provider: "INTL_ECON", percent: "12.25" });
  expect(of("FUEL", "2026-09-01")).toContainEqual({ provider: "INTL_EXPR", percent: "28" });
  expect(of("CURRENCIES", "2026-09-01")).toContainEqual({ currency: "USD", hkd: "7.795" });
  expect(of("CURRENCIES", "2026-09-01")).toHaveLength(of("CURRENCIES", "2026-01-01").length);
  expect(of("HOLIDAYS", "2026-01-01")).toContainEqual({
    date: "2026-12-25",
    name_en: "Christmas Day",
    name_zh: "聖誕節",
  });
});
