// What a sheet of tariffs must say, as rows and as a file (contract §28.2).
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, hongKongDate } from "@/lib/calendar";
import type { TariffPreview, TariffSheet, TariffSummary } from "@/lib/contracts/tariff";
import type { SheetRow } from "@/lib/tariff-sheets";
import { personOf } from "../factories";
import { respond } from "../http";
import { must } from "../pick-pack/warehouse";

type Person = Awaited<ReturnType<typeof personOf>>;
let first: Person;
let second: Person;
const TODAY = hongKongDate(new Date());
const TOMORROW = addDays(TODAY, 1);

beforeAll(async () => {
  first = await personOf("support", null, "production");
  second = await personOf("support", null, "production");
});

const DOOR = { zone: "LOCAL", countries: "LOCAL", first_weight: "1", step_weight: "1", min_days: "1", max_days: "2" };
const door = (first_price: string, more: object = {}) => ({
  kind: "TARIFF",
  provider: "LOCAL_DOOR",
  valid_from: TOMORROW,
  rows: [{ ...DOOR, first_price, step_price: "12" }],
  ...more,
});
const propose = async (body: object): Promise<TariffSummary> => must(await first.api.post("/tariffs", body)).body.data;
const approve = async (id: string): Promise<TariffSummary> =>
  must(await second.api.post(`/tariffs/${id}/approve`)).body.data;
const withdraw = async (id: string) => must(await second.api.post(`/tariffs/${id}/withdraw`));
const read = async (id: string): Promise<TariffSheet> => must(await first.api.get(`/tariffs/${id}`)).body.data;
const inForce = async (): Promise<TariffSummary[]> =>
  must(await first.api.get("/tariffs?limit=100&force=NOW")).body.data;
const preview = async (body: object): Promise<TariffPreview> =>
  must(await first.api.post("/tariffs/preview", body)).body.data;
const faults = async (body: object, path = "/tariffs") => {
  const { status, entries } = await first.api.post(path, body);
  expect(status).toBe(400);
  return entries.map(({ pointer, line }: { pointer: string; line?: number }) =>
    line ? `${pointer} line ${line}` : pointer,
  );
};
const csvOf = async (id: string): Promise<string> => {
  const request = new Request(`http://localhost:3000/v1/tariffs/${id}`, {
    headers: { cookie: first.cookie, accept: "text/csv" },
  });
  return Buffer.from(await (await respond(request)).arrayBuffer()).toString();
};

describe("what a sheet must say", () => {
  const rate = { ...DOOR, first_price: "1", step_price: "1" };
  const intl = (...rows: object[]) => ({
    kind: "TARIFF",
    provider: "INTL_ECON",
    valid_from: TOMORROW,
    rows: rows.map((row) => ({ ...rate, ...row })),
  });

  it.each<[string, object, string[]]>([
    ["a kind", { valid_from: TOMORROW, rows: [rate] }, ["/kind"]],
    ["rows", { kind: "FUEL", valid_from: TOMORROW }, ["/rows"]],
    [
      "rows once",
      { kind: "FUEL", valid_from: TOMORROW, rows: [{ provider: "INTL_ECON", percent: "1" }], csv: "x" },
      ["/csv"],
    ],
    ["a day ahead", door("1", { valid_from: TODAY }), ["/valid_from"]],
    ["a day that is near", door("1", { valid_from: addDays(TODAY, 731) }), ["/valid_from"]],
    ["a provider", door("1", { provider: "NOBODY" }), ["/provider"]],
    ["LOCAL for a local service", door("1", { rows: [{ ...rate, countries: "JP" }] }), ["/rows/0/countries"]],
    ["no LOCAL for others", intl({}), ["/rows/0/countries"]],
    [
      "countries that exist",
      intl({ countries: "JP XX" }, { zone: "B", countries: "HK" }),
      ["/rows/0/countries", "/rows/1/countries"],
    ],
    ["each country once", intl({ countries: "JP KR" }, { zone: "B", countries: "kr" }), ["/rows/1/countries"]],
    ["each zone once", intl({ countries: "JP" }, { countries: "KR" }), ["/rows/1/zone"]],
    [
      "figures",
      intl({ countries: "JP", first_price: "1.005", step_weight: "0", min_days: "x" }),
      ["/rows/0/first_price", "/rows/0/step_weight", "/rows/0/min_days"],
    ],
    [
      "all of the heavy rate",
      intl({ countries: "JP", heavy_from: "0.5", heavy_step_price: "3" }),
      ["/rows/0/heavy_from", "/rows/0/heavy_step_weight"],
    ],
    ["days in order", intl({ countries: "JP", min_days: "3", max_days: "2" }), ["/rows/0/max_days"]],
    [
      "fees that exist",
      {
        kind: "SURCHARGES",
        valid_from: TOMORROW,
        rows: [
          { ship_type: "intl", code: "COD", kind: "FIXED", amount: "1" },
          { ship_type: "local", code: "PAPER_PROOF", kind: "PERCENT", amount: "101" },
        ],
      },
      ["/rows/0/code", "/rows/1/kind", "/rows/1/amount"],
    ],
    [
      "all currencies",
      { kind: "CURRENCIES", valid_from: TOMORROW, rows: [{ currency: "USD", hkd: "7.8" }] },
      ["/rows"],
    ],
    [
      "no other currencies",
      { kind: "CURRENCIES", valid_from: TOMORROW, rows: [{ currency: "XXX", hkd: "7.8" }] },
      ["/rows"],
    ],
    [
      "services that exist",
      { kind: "FUEL", valid_from: TOMORROW, rows: [{ provider: "NOBODY", percent: "1" }] },
      ["/rows/0/provider"],
    ],
    [
      "real days, each once",
      {
        kind: "HOLIDAYS",
        valid_from: TOMORROW,
        rows: ["2027-02-30", "2027-01-01", "2027-01-01"].map((date) => ({ date, name_en: "A", name_zh: "甲" })),
      },
      ["/rows/0/date", "/rows/2/date"],
    ],
    [
      "a file with known columns",
      { kind: "FUEL", valid_from: TOMORROW, csv: "provider,percent,price\nINTL_ECON,1,2" },
      ["/csv"],
    ],
    ["a file with all columns", { kind: "FUEL", valid_from: TOMORROW, csv: "provider\nINTL_ECON" }, ["/csv"]],
    ["cells below a column", { kind: "FUEL", valid_from: TOMORROW, csv: "provider,percent\nINTL_ECON,1,2" }, ["/csv"]],
    ["rows in the file", { kind: "FUEL", valid_from: TOMORROW, csv: "provider,percent\n" }, ["/rows"]],
    [
      "right cells in the file",
      { kind: "FUEL", valid_from: TOMORROW, csv: "provider,percent\nINTL_ECON,x\n\nNOBODY,1\nINTL_ECON," },
      ["/rows/0/percent line 2", "/rows/1/provider line 4", "/rows/2/provider line 5", "/rows/2/percent line 5"],
    ],
  ])("%s", async (_name, body, pointers) => {
    expect(await faults(body)).toEqual(pointers);
    expect(await faults(body, "/tariffs/preview")).toEqual(pointers);
  });
});

describe("a file", () => {
  it("is read as spreadsheets write it", async () => {
    const csv = '\ufeffProvider;Percent\r\n"INTL_ECON";" 12.50 "\r\n\r\n="INTL_EXPR";28\r\n';
    const { id } = await propose({ kind: "FUEL", valid_from: TOMORROW, csv });
    expect((await read(id)).rows).toEqual([
      { provider: "INTL_ECON", percent: "12.5" },
      { provider: "INTL_EXPR", percent: "28" },
    ]);
    await withdraw(id);
  });

  it("of an approved sheet proposes the same sheet", async () => {
    for (const { id, kind, provider } of await inForce()) {
      const again = { kind, ...(provider ? { provider } : {}), valid_from: TOMORROW, csv: await csvOf(id) };
      const proposed = await propose(again);
      expect((await read(proposed.id)).rows).toEqual((await read(id)).rows);
      expect((await preview(again)).changes).toEqual([]);
      await withdraw(proposed.id);
    }
    const price = fc.integer({ min: 0, max: 99_999 }).map((cents) => String(cents / 100));
    const row = fc.record(
      {
        zone: fc.string({ minLength: 1, maxLength: 12 }).filter((zone) => /\p{L}/u.test(zone)),
        countries: fc.constantFrom("JP KR", "US", "REST", "NA"),
        first_price: price,
        step_price: price,
        heavy: fc.boolean(),
      },
      { noNullPrototype: true },
    );
    const unlike = { minLength: 1, selector: ({ countries }: { countries: string }) => countries };
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(row, unlike), async (drawn) => {
        const rows = drawn.map(({ heavy, zone, ...cells }, index) => ({
          ...DOOR,
          ...cells,
          zone: `${zone}${index}`,
          ...(heavy ? { heavy_from: "20", heavy_step_weight: "1", heavy_step_price: "3.5" } : {}),
        }));
        const body = { kind: "TARIFF", provider: "INTL_ECON", valid_from: addDays(TODAY, 3) };
        const { id } = await approve((await propose({ ...body, rows })).id);
        const again = await propose({ ...body, csv: await csvOf(id) });
        const sorted = (cells: SheetRow[]) => cells.map((each) => Object.entries(each).sort());
        expect(sorted((await read(again.id)).rows)).toEqual(sorted((await read(id)).rows));
        for (const each of [again.id, id]) await withdraw(each);
      }),
      { numRuns: 8 },
    );
  });

  it("runs no formula of a spreadsheet", async () => {
    const { id } = await propose(door("1", { rows: [{ ...DOOR, zone: "=1+1", first_price: "1", step_price: "1" }] }));
    expect(await csvOf(id)).toContain("\r\n'=1+1,LOCAL,");
  });
});
