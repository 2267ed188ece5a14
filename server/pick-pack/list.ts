import { type RawBuilder, type SqlBool, sql } from "kysely";
import { hongKongDateTime } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type {
  listPickPack as contract,
  countPickPack as countContract,
  PickPackRow as ListedRow,
  ListPickPackQuery,
} from "@/lib/contracts/pickpack";
import type { OrderStatus } from "@/lib/orders/status";
import { isStaff } from "@/lib/roles";
import { PICKPACK_STATUSES, type PickPackStatus } from "@/lib/warehouse/pickpack-status";
import { recordRead, withinReach } from "@/server/accounts";
import { catalogue } from "@/server/carriers";
import { type Context, scopeOf } from "@/server/context";
import { type Counted, countedOf, MOST_COUNTED } from "@/server/db/counting";
import { overAll } from "@/server/db/scoped";
import { isCancelRequested, orderHasWords } from "@/server/orders";
import type { PickPackRow } from "./store";

const OPERATION: (typeof contract)["id"] = "listPickPack";

type Row = PickPackRow & {
  account_name: string;
  order_status: OrderStatus;
  tracking_number: string | null;
  recipient_name: string;
  cancel_requested_at: Date | null;
  parcel_count: string;
  unit_count: string;
  is_short: boolean;
  age_minutes: number;
  wave_number: string | null;
  total: string;
};

const IS_ASKED = sql`(o.cancel_requested_at is not null and o.status = 'READY_TO_SHIP')`;

type Filters = Omit<ListPickPackQuery, "sort" | "limit" | "offset">;

/** The rows that a filter reads; orders are joined only for what it needs of them. */
function fromOf({ is_cancel_requested }: Filters): RawBuilder<unknown> {
  const orders = sql`join orders o on o.account_id = p.account_id and o.environment = p.environment and o.id = p.order_id`;
  return sql`pick_pack_orders p ${is_cancel_requested ? orders : sql``}`;
}

async function filterOf(ctx: Context, query: Filters): Promise<RawBuilder<SqlBool>> {
  // Without an account this is the queue of the whole warehouse.
  const scope = ctx.account ? scopeOf(ctx) : null;
  const all: RawBuilder<unknown>[] = [sql`p.environment = ${ctx.environment}`, withinReach(ctx, "p.account_id")];
  if (!ctx.account && !query.customer_eid) all.push(overAll("pick_pack_orders"));
  // Literals, whose values come from the contract: a plan with parameters would read every finished order.
  if (query.status) all.push(sql`p.status in (${sql.join(query.status.split(",").map((each) => sql.lit(each)))})`);
  if (query.shipping_provider) all.push(sql`p.shipping_provider = ${query.shipping_provider}`);
  if (query.until) all.push(sql`p.requested_at <= ${new Date(query.until)}`);
  if (query.wave_id) all.push(sql`p.wave_id = ${query.wave_id}`);
  if (query.customer_eid) all.push(sql`p.account_id = ${query.customer_eid}`);
  if (query.is_cancel_requested) all.push(query.is_cancel_requested === "Y" ? IS_ASKED : sql`not ${IS_ASKED}`);
  if (query.is_collected)
    all.push(query.is_collected === "Y" ? sql`p.collected_at is not null` : sql`p.collected_at is null`);
  if (query.q) all.push(await orderHasWords(ctx.db, scope, query.q, sql`p.order_id`));
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
}

const directionOf = ({ sort }: Pick<ListPickPackQuery, "sort">) => (sort === "request_datetime" ? sql`asc` : sql`desc`);

/**
 * The ids of the pick-and-pack orders that a list's query lets through, in its order; at most `most`. Across all
 * accounts for staff who name none.
 */
export async function matchingPickPack(ctx: Context, query: ListPickPackQuery, most: number): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select p.order_id from ${fromOf(query)} where ${await filterOf(ctx, query)}
    order by p.requested_at ${directionOf(query)}, p.order_id ${directionOf(query)} limit ${most}`.execute(ctx.db);
  return rows.map(({ order_id }) => order_id);
}

/** A page of pick-and-pack orders with its total; across all accounts for staff who name none. */
export async function listPickPack(ctx: Context, query: ListPickPackQuery): Promise<{ rows: ListedRow[] } & Counted> {
  const where = await filterOf(ctx, query);
  const most = query.q ? MOST_COUNTED.search : MOST_COUNTED.others;
  const direction = directionOf(query);
  const from = fromOf(query);
  const { rows } = await sql<Row>`
    with total (n) as (select count(*) from (select from ${from} where ${where} limit ${most + 1}) n)
    select page.*, o.status as order_status, o.tracking_number, o.recipient_name, o.cancel_requested_at, total.n as total,
      (select name from accounts a where a.id = page.account_id) as account_name,
      (select count(*) from order_parcels x where x.account_id = page.account_id and x.environment = page.environment
        and x.order_id = page.order_id) as parcel_count,
      (select sum(qty)::text from order_items x where x.account_id = page.account_id and x.environment = page.environment
        and x.order_id = page.order_id) as unit_count,
      page.status in ('PICKPACK_CONFIRMED', 'PICKPACK_READY_TO_SHIPMENT') and exists (select from order_items x
        where x.account_id = page.account_id and x.environment = page.environment and x.order_id = page.order_id
        and x.short_qty > 0) as is_short,
      floor(extract(epoch from now() - page.requested_at) / 60)::int as age_minutes,
      (select coalesce(number, id) from pick_pack_waves w where w.id = page.wave_id) as wave_number
    from total left join lateral (
      select p.* from ${from} where ${where}
      order by p.requested_at ${direction}, p.order_id ${direction}
      limit ${Number(query.limit)} offset ${Number(query.offset)}
    ) page on true
    left join orders o on o.account_id = page.account_id and o.environment = page.environment and o.id = page.order_id
    order by page.requested_at ${direction}, page.order_id ${direction}`.execute(ctx.db);
  const listed = rows.filter((row) => row.order_id !== null);
  // Staff who name no account have read data of each account on the page (contract §11.4).
  if (!ctx.account)
    await recordRead(
      ctx,
      listed.map(({ account_id }) => account_id),
      OPERATION,
    );
  const carriers = await catalogue(ctx);
  return {
    rows: listed.map((row) => ({
      ...present(row, carriers.nameOf(row.shipping_provider, ctx.language)),
      // It counts the waves of every merchant.
      wave_number: isStaff(ctx.actor.role) ? row.wave_number : null,
    })),
    ...countedOf(Number(rows[0]?.total ?? 0), most),
  };
}

/**
 * The number of pick-and-pack orders in each status, of those that match; across all accounts for staff who name none.
 * With a search, counting stops at 1,000.
 */
export async function countPickPack(
  ctx: Context,
  query: InputOf<typeof countContract>,
): Promise<DataOf<typeof countContract>> {
  // Counting all that a search finds would read as much as the search, again and again.
  const upTo = query.q ? sql`limit ${MOST_COUNTED.search + 1}` : sql``;
  const from = async (filters: Filters) => sql`from (
    select p.status, p.collected_at from ${fromOf(filters)} where ${await filterOf(ctx, filters)} ${upTo}) p`;
  const { rows } = await sql<{ status: PickPackStatus; n: string; collected: string }>`
    select status, count(*) as n, count(collected_at) as collected ${await from(query)} group by status`.execute(
    ctx.db,
  );
  const { rows: asked } = await sql<{ n: string }>`
    select count(*) as n ${await from({ ...query, is_cancel_requested: "Y" })}`.execute(ctx.db);
  // Counts of one account say something of it (contract §11.4).
  if (!ctx.account && query.customer_eid) await recordRead(ctx, [query.customer_eid], "countPickPack");
  const found = new Map(rows.map(({ status, n }) => [status, Number(n)]));
  const by_status = Object.fromEntries(PICKPACK_STATUSES.map((status) => [status, found.get(status) ?? 0])) as Record<
    PickPackStatus,
    number
  >;
  const counted = countedOf(
    [...found.values()].reduce((sum, n) => sum + n, 0),
    query.q ? MOST_COUNTED.search : null,
  );
  return {
    total: counted.total,
    total_is_at_least: counted.isAtLeast,
    by_status,
    collected: rows.reduce((sum, { collected }) => sum + Number(collected), 0),
    cancel_requested: Number(asked[0]?.n ?? 0),
  };
}

function present(row: Row, provider: string): Omit<ListedRow, "wave_number"> {
  return {
    order_id: row.order_id,
    customer_eid: row.account_id,
    customer_name: row.account_name,
    status: row.status,
    order_status: row.order_status,
    is_cancel_requested: isCancelRequested({ ...row, status: row.order_status }) ? "Y" : "N",
    is_require_repack: row.is_require_repack ? "Y" : "N",
    short: row.is_short ? "Y" : "N",
    reject_type: row.reject_type ?? "",
    tracking_number: row.tracking_number ?? "",
    shipping_provider: row.shipping_provider,
    courier_company: provider,
    recipient_name: row.recipient_name,
    parcel_count: Number(row.parcel_count),
    unit_count: row.unit_count,
    wave_id: row.wave_id,
    pickup_date: row.pickup_date,
    age_minutes: Math.max(0, row.age_minutes),
    request_datetime: hongKongDateTime(row.requested_at),
    update_datetime: hongKongDateTime(row.updated_at),
  };
}
