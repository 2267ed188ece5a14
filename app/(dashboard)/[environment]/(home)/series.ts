import { addDays } from "@/lib/calendar";
import type { Figures } from "@/lib/contracts/order-figures";
import type { ListProvider } from "@/lib/lists/list-provider";

/** As many services have a colour of their own (`--series-*`); the others are one. */
const MOST = 5;
const OTHERS = "others";

/** What is drawn in one colour: a service, or all that have none of their own. */
export type Series = { key: string; name: string; colour: string };

/** The value of each series on a day, by its key. */
export type SeriesDay = { day: string; values: Record<string, number>; total: number };

/** Every day of the figures with the value of each service, in the order of the services. */
export function seriesOf(
  { from, to, day_list }: Figures,
  providers: readonly ListProvider[],
  measure: (day: Figures["day_list"][number]) => number,
  others: string,
): { series: Series[]; days: SeriesDay[] } {
  const order = providers.map(({ code }) => code);
  const names = new Map(providers.map(({ code, shortName }) => [code, shortName]));
  const found = [...new Set(day_list.map(({ shipping_provider }) => shipping_provider))].sort(
    (a, b) => order.indexOf(a) - order.indexOf(b),
  );
  const shown = found.length > MOST ? found.slice(0, MOST - 1) : found;
  const series = shown.map((key) => ({ key, name: names.get(key) ?? key }));
  if (found.length > MOST) series.push({ key: OTHERS, name: others });
  const days = datesOf(from, to).map((day) => ({
    day,
    values: Object.fromEntries(series.map(({ key }) => [key, 0])) as Record<string, number>,
    total: 0,
  }));
  const byDate = new Map(days.map((day) => [day.day, day]));
  for (const each of day_list) {
    const day = byDate.get(each.day);
    if (!day) continue;
    const key = shown.includes(each.shipping_provider) ? each.shipping_provider : OTHERS;
    const value = measure(each);
    day.values[key] = (day.values[key] ?? 0) + value;
    day.total += value;
  }
  return { series: series.map((each, index) => ({ ...each, colour: `var(--series-${index + 1})` })), days };
}

function datesOf(from: string, to: string): string[] {
  const dates = [from];
  for (let last = from; last < to; ) {
    last = addDays(last, 1);
    dates.push(last);
  }
  return dates;
}
