import { type RawBuilder, type SqlBool, sql } from "kysely";
import { addDays, hongKongDate, hongKongIso, startOfHongKongDay } from "@/lib/calendar";
import type { AdjustmentKind, LineKind, StatementLine, Totals } from "@/lib/contracts/statement";
import { decimal, money, plain } from "@/lib/decimal";
import { type Scope, within } from "@/server/db/scoped";
import type { PriceLine } from "@/server/db/tables/orders";
import type { Db } from "@/server/db/transaction";
import { FIRST_CHARGE } from "@/server/orders";

/** From a month's first moment in Hong Kong to the next month's, or over several months. */
export type Span = { from: string; until: string };

/** The Hong Kong month of an instant, `YYYY-MM`. */
export function monthOf(instant: Date): string {
  return hongKongDate(instant).slice(0, 7);
}

/** The month after. */
export function monthAfter(month: string): string {
  return addDays(`${month}-01`, 31).slice(0, 7);
}

/** The months from the first to the last, both included. */
export function monthsFrom(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = monthAfter(month)) months.push(month);
  return months;
}

/** Everything that happened in a span of months to one account: kind, moment, order, amount (contract §26.2). */
function happenings(scope: Scope, { from, until }: Span): RawBuilder<unknown> {
  return between((table) => within(scope, table), sql`${startOfHongKongDay(`${from}-01`)}::timestamptz`, until);
}

/** The same since a moment, of the accounts that `isOf` says of each table. */
function between(
  isOf: (table: string) => RawBuilder<SqlBool>,
  begin: RawBuilder<unknown>,
  until: string,
): RawBuilder<unknown> {
  const end = sql`${startOfHongKongDay(`${until}-01`)}::timestamptz`;
  return sql`
    select 'SHIPMENT' as kind, o.confirmed_at as at, null as id, o.id as order_id,
      ${FIRST_CHARGE} as amount, null as reason, null as adjustment_kind, null::numeric as weight,
      null::bigint[] as orders, null as reverses
    from orders o where ${isOf("o")} and o.environment = 'production'
      and o.confirmed_at >= ${begin} and o.confirmed_at < ${end}
    union all
    select kind, at, id, order_id, amount, reason, adjustment_kind, charged_weight, null, null
    from order_entries e where ${isOf("e")} and at >= ${begin} and at < ${end}
    union all
    select 'COD_PAID_OUT', (paid_on::timestamp at time zone 'Asia/Hong_Kong'), id, null, -amount,
      concat_ws(' · ', reference, reason), null, null, orders, reverses
    from payouts p where ${isOf("p")}
      and paid_on >= (${begin} at time zone 'Asia/Hong_Kong')::date and paid_on < ${`${until}-01`}::date`;
}

type Sums = Record<LineKind, string>;

/** The sum of each kind for each month of a span that has any. */
export async function sumsByMonth(db: Db, scope: Scope, span: Span): Promise<Map<string, Sums>> {
  const { rows } = await sql<{ month: string; kind: LineKind; amount: string }>`
    select to_char(at at time zone 'Asia/Hong_Kong', 'YYYY-MM') as month, kind, sum(amount) as amount
    from (${happenings(scope, span)}) h group by 1, 2`.execute(db);
  return rows.reduce(addSum, new Map<string, Sums>());
}

/** The sums of accounts before a month, by account; `since` is the first month that counts, null: their first. */
export async function sumsOfAccounts(
  db: Db,
  accounts: readonly { id: string; since: string | null }[],
  until: string,
): Promise<Map<string, Map<string, Sums>>> {
  const isOf = (table: string) =>
    sql<SqlBool>`${sql.ref(`${table}.account_id`)} = k.id and ${sql.ref(`${table}.environment`)} = 'production'`;
  const begins = accounts.map(({ since }) => startOfHongKongDay(`${since ?? "1900-01"}-01`));
  const { rows } = await sql<{ id: string; month: string; kind: LineKind; amount: string }>`
    select k.id, to_char(h.at at time zone 'Asia/Hong_Kong', 'YYYY-MM') as month, h.kind, sum(h.amount) as amount
    from unnest(${accounts.map(({ id }) => id)}::bigint[], ${begins}::timestamptz[]) k (id, begin)
    cross join lateral (${between(isOf, sql`k.begin`, until)}) h
    group by 1, 2, 3`.execute(db);
  const all = new Map<string, Map<string, Sums>>();
  for (const { id, ...row } of rows) {
    const months = all.get(id) ?? new Map<string, Sums>();
    all.set(id, addSum(months, row));
  }
  return all;
}

function addSum(months: Map<string, Sums>, { month, kind, amount }: { month: string; kind: LineKind; amount: string }) {
  const sums = months.get(month) ?? { ...NOTHING };
  sums[kind] = amount;
  return months.set(month, sums);
}

const NOTHING: Sums = { SHIPMENT: "0", CANCELLATION: "0", ADJUSTMENT: "0", COD_COLLECTED: "0", COD_PAID_OUT: "0" };

/** The totals of a month, given what was still to be paid out when it began. */
export function totalsOf(sums: Sums = NOTHING, codBefore: string): Totals {
  const balance = decimal(codBefore).plus(sums.COD_COLLECTED).plus(sums.COD_PAID_OUT);
  return {
    shipments: money(sums.SHIPMENT),
    cancellations: money(sums.CANCELLATION),
    adjustments: money(sums.ADJUSTMENT),
    charges: money(decimal(sums.SHIPMENT).plus(sums.CANCELLATION).plus(sums.ADJUSTMENT)),
    cod_before: money(codBefore),
    cod_collected: money(sums.COD_COLLECTED),
    cod_paid_out: money(sums.COD_PAID_OUT),
    cod_balance: money(balance),
  };
}

type Row = {
  kind: LineKind;
  at: Date;
  id: string | null;
  order_id: string | null;
  amount: string;
  reason: string | null;
  adjustment_kind: AdjustmentKind | null;
  weight: string | null;
  orders: string[] | null;
  reverses: string | null;
  tracking_number: string | null;
  reference: string | null;
  shipping_provider: string | null;
  declared_weight: string | null;
  charged_weight: string | null;
  price_lines: PriceLine[] | null;
};

type Part = { kind?: LineKind | undefined; limit?: number; offset?: number };

/** The lines of a month, oldest first, all of them or a part. */
export async function linesOf(db: Db, scope: Scope, month: string, part: Part = {}): Promise<StatementLine[]> {
  const span = { from: month, until: monthAfter(month) };
  const { rows } = await sql<Row>`
    select h.*, o.tracking_number, o.reference, o.shipping_provider,
      (select sum(coalesce(p.declared_act_weight, p.act_weight)) from order_parcels p
        where ${within(scope, "p")} and p.order_id = h.order_id) as declared_weight,
      coalesce(first.weight_before, o.chargeable_weight) as charged_weight,
      case when h.kind = 'SHIPMENT' then coalesce(first.price_before, o.price_breakdown) end as price_lines
    from (
      select * from (${happenings(scope, span)}) all_of_them
      ${part.kind ? sql`where kind = ${part.kind}` : sql``}
      order by at, order_id, kind, id ${part.limit === undefined ? sql`` : sql`limit ${part.limit} offset ${part.offset ?? 0}`}
    ) h
    left join orders o on ${within(scope, "o")} and o.id = h.order_id
    left join lateral (
      select e.weight_before, e.price_before from order_entries e
      where ${within(scope, "e")} and e.order_id = h.order_id and e.adjustment_kind = 'REPACKED' order by e.at limit 1
    ) first on true
    order by h.at, h.order_id, h.kind, h.id`.execute(db);
  return rows.map(presentLine);
}

function presentLine({ kind, weight, price_lines, ...row }: Row): StatementLine {
  const isParcel = kind === "SHIPMENT" || kind === "ADJUSTMENT";
  const kilos = (value: string | null) => (isParcel && value !== null ? plain(value) : null);
  return {
    kind,
    at: hongKongIso(row.at),
    id: row.id,
    order_id: row.order_id,
    tracking_number: row.tracking_number,
    reference: row.reference,
    shipping_provider: row.shipping_provider,
    declared_weight: kilos(row.declared_weight),
    charged_weight: kilos(kind === "ADJUSTMENT" ? weight : row.charged_weight),
    // Orders repacked before their agreed price was kept by its lines have only that price.
    price_lines: price_lines && addsUp(price_lines, row.amount) ? price_lines : [],
    amount: money(row.amount),
    adjustment_kind: row.adjustment_kind,
    reason: row.reason,
    ...(kind === "COD_PAID_OUT" ? { orders: row.orders ?? [], reverses: row.reverses } : {}),
  };
}

function addsUp(lines: readonly PriceLine[], amount: string): boolean {
  return lines.reduce((sum, line) => sum.plus(line.amount), decimal(0)).eq(amount);
}

/** How many lines a month has, of all kinds or of one. */
export async function countLines(db: Db, scope: Scope, month: string, kind?: LineKind): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${happenings(scope, { from: month, until: monthAfter(month) })}) h
    ${kind ? sql`where kind = ${kind}` : sql``}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The Hong Kong month of the account's first confirmed order or payout; null: there is none. */
export async function firstMonth(db: Db, scope: Scope): Promise<string | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select least(
      (select min(confirmed_at) from orders
        where ${within(scope)} and environment = 'production' and confirmed_at is not null),
      (select min(paid_on)::timestamp at time zone 'Asia/Hong_Kong' from payouts where ${within(scope)})
    ) as at`.execute(db);
  return rows[0]?.at ? monthOf(rows[0].at) : null;
}
