import { sql } from "kysely";
import { addDays, hongKongDate, startOfHongKongDay } from "@/lib/calendar";
import type { InputOf } from "@/lib/contracts/contract";
import type { readFigures as contract, Figures } from "@/lib/contracts/order-figures";
import { money } from "@/lib/decimal";
import { DELIVERY_DAYS } from "@/lib/figures";
import { type AccountContext, scopeOf } from "@/server/context";
import { within } from "@/server/db/scoped";

/** Of so many parcels, the last delivered, delivery times are reckoned; more would not change them visibly. */
const MOST_DELIVERED = 10_000;

/** Of one day and service, or of one country. */
type Sent = { orders: number; spend: string } & (
  | { day: string; shipping_provider: string; country: null }
  | { day: null; shipping_provider: null; country: string }
);
type Delivered = {
  shipping_provider: string;
  delivered: number;
  hours: (number | null)[] | null;
  promised: number;
  on_time: number;
};

/** Orders, spend and destinations of the last days, and delivery times by service (contract §36). */
export async function readFigures(ctx: AccountContext, { days }: InputOf<typeof contract>): Promise<Figures> {
  const scope = scopeOf(ctx);
  const to = hongKongDate(new Date());
  const from = addDays(to, 1 - Number(days));
  const sent = await sql<Sent>`
    select to_char(confirmed_at at time zone 'Asia/Hong_Kong', 'YYYY-MM-DD') as day, shipping_provider,
      recipient_country as country, count(*)::int as orders, sum(quote_price) as spend
    from orders
    where ${within(scope)} and status <> 'CANCELLED' and confirmed_at >= ${startOfHongKongDay(from)}
      and confirmed_at < ${startOfHongKongDay(addDays(to, 1))}
    group by grouping sets ((1, 2), (3)) order by day, shipping_provider, count(*) desc, country`.execute(ctx.db);
  const delivered = await sql<Delivered>`
    with done as (
      select id, shipping_provider, moved_at, estimated_delivery from orders
      where ${within(scope)} and status = 'DELIVERED' and moved_at >= ${startOfHongKongDay(addDays(to, -DELIVERY_DAYS))}
      order by moved_at desc limit ${MOST_DELIVERED})
    select shipping_provider, count(*)::int as delivered,
      percentile_cont(array[0.1, 0.5, 0.9]) within group
        (order by extract(epoch from moved_at - collected.at)::float8 / 3600) as hours,
      count(estimated_delivery)::int as promised,
      (count(*) filter (where moved_at <= estimated_delivery))::int as on_time
    from done cross join lateral (
      select min(occurred_at) as at from tracking_events e
      where ${within(scope, "e")} and e.order_id = done.id and e.event = 'order.picked_up') collected
    group by 1 order by 1`.execute(ctx.db);
  return {
    from,
    to,
    day_list: sent.rows.flatMap(({ orders, spend, ...of }) =>
      of.day === null ? [] : [{ day: of.day, shipping_provider: of.shipping_provider, orders, spend: money(spend) }],
    ),
    destination_list: sent.rows.flatMap(({ orders, spend, country }) =>
      country === null ? [] : [{ country, orders, spend: money(spend) }],
    ),
    delivery_list: delivered.rows.map(({ hours, ...of }) => {
      const [hours_low = null, hours_median = null, hours_high = null] = hours ?? [];
      return { ...of, hours_low, hours_median, hours_high };
    }),
  };
}
