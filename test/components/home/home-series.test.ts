/** The bars of the home page: every day, at most five colours. */
import { expect, it } from "vitest";
import { seriesOf } from "@/app/(dashboard)/[environment]/(home)/series";
import type { Figures } from "@/lib/contracts/order-figures";

const provider = (code: string) => ({ code, ship_type: "local" as const, name: `Sampan ${code}`, shortName: code });
const figures = (day_list: Figures["day_list"]): Figures => ({
  from: "2026-02-27",
  to: "2026-03-02",
  day_list,
  destination_list: [],
  delivery_list: [],
});
const sent = (day: string, shipping_provider: string, orders: number) => ({
  day,
  shipping_provider,
  orders,
  spend: "0",
});

it("has every day, also those without orders, and services in the order of the catalogue", () => {
  const { series, days } = seriesOf(
    figures([sent("2026-02-28", "B", 2), sent("2026-03-01", "A", 1), sent("2026-03-01", "B", 4)]),
    ["A", "B", "C"].map(provider),
    ({ orders }) => orders,
    "Others",
  );
  expect(series.map(({ name, colour }) => [name, colour])).toEqual([
    ["A", "var(--series-1)"],
    ["B", "var(--series-2)"],
  ]);
  expect(days.map(({ day, values, total }) => [day, values.A, values.B, total])).toEqual([
    ["2026-02-27", 0, 0, 0],
    ["2026-02-28", 0, 2, 2],
    ["2026-03-01", 1, 4, 5],
    ["2026-03-02", 0, 0, 0],
  ]);
});

it("sums the services that have no colour of their own", () => {
  const codes = ["A", "B", "C", "D", "E", "F"];
  const rows = codes.map((code, index) => sent("2026-03-01", code, index + 1));
  const measure = ({ orders }: { orders: number }) => orders;
  const six = seriesOf(figures(rows), codes.map(provider), measure, "Others");
  expect(six.series.map(({ name }) => name)).toEqual(["A", "B", "C", "D", "Others"]);
  expect(six.days[2]).toMatchObject({ total: 21, values: { A: 1, others: 11 } });
  const five = seriesOf(figures(rows.slice(0, 5)), codes.map(provider), measure, "Others");
  expect(five.series.map(({ name }) => name)).toEqual(["A", "B", "C", "D", "E"]);
});
