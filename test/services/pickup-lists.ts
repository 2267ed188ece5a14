import { FEED_COLUMNS } from "@/lib/contracts/services";
import { writeCsv } from "@/lib/tables/csv-cells";
import { SAMPLE } from "@/server/db/sample";

type Loose = Record<string, unknown>;

/** The sample's points as a list, without those that are closed. */
export const listed = (): Loose[] =>
  SAMPLE.pickupPoints
    .filter(({ status }) => status !== "CLOSED")
    .map(({ provider: _p, region_en: _r, region_zh: _z, district_en, district_zh: _d, ...point }) => ({
      ...point,
      district: district_en,
    }));
export const without = (...codes: string[]) =>
  listed().filter(({ delivery_code }) => !codes.includes(String(delivery_code)));
export const newPoint = (delivery_code: string, change: Loose = {}): Loose => ({
  delivery_code,
  point_type: "LOCKER",
  name_en: `Locker ${delivery_code}`,
  name_zh: `智能櫃 ${delivery_code}`,
  address_en: "G/F, 1 Kwun Tong Road",
  address_zh: "觀塘道1號地下",
  district: "觀塘",
  opening_hours: "Mon–Sun 07:00–23:00",
  max_weight: "20",
  ...change,
});
export const csvOf = (rows: readonly Loose[], columns: readonly string[] = FEED_COLUMNS) =>
  writeCsv(
    columns,
    rows.map((row) => columns.map((column) => String(row[column] ?? ""))),
  );
