import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { addDays, startOfHongKongDay } from "@/lib/calendar";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import { countriesOf, statusesOf } from "@/lib/contracts/order-filters";
import { invalid, notFound, type Path } from "@/lib/errors";
import type { OrderStatus } from "@/lib/orders/status";
import { listOf, namesOf } from "@/server/db/columns";
import { type Counted, countedOf, MOST_COUNTED } from "@/server/db/counting";
import { type Scope, scoped, within } from "@/server/db/scoped";
import { orderTables } from "@/server/db/tables/orders";
import type { Db, Tx } from "@/server/db/transaction";
import type { Selected, Tables } from "@/server/db/types";
import { firstIdAt } from "./create/numbers";
import { searchable, searchFor } from "./list/search";

/** The columns of an order that only lists and searches read. */
const FOR_LISTS = ["search", "search_text", "reference_key", "source", "is_label_printed"] as const;
export type OrderRow = Omit<Selectable<Tables["orders"]>, (typeof FOR_LISTS)[number]>;
export type ParcelRow = Selectable<Tables["order_parcels"]>;
type ItemRow = Selectable<Tables["order_items"]>;
/** An order with its parcels and their items, in order. */
export type StoredOrder = OrderRow & { parcels: (ParcelRow & { items: ItemRow[] })[] };

/** The columns of {@link OrderRow}. */
export const ROW = sql.raw(listOf(namesOf(orderTables.orders, FOR_LISTS)));

/** Reads one order's own row; undefined also for another account's. */
export async function findOrder(db: Db, scope: Scope, id: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select ${ROW} from orders
    where ${within(scope)} and id = ${id}`.execute(db);
  return rows[0];
}

/**
 * The same, with its row locked until the transaction ends. Anyone who moves an order, or changes what is stored with
 * it, locks the order first.
 */
export async function lockOrder(tx: Tx, scope: Scope, id: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select ${ROW} from orders
    where ${within(scope)} and id = ${id} for update`.execute(tx);
  return rows[0];
}

/** Locks the rows of several orders, always in the same order, so that two transactions cannot deadlock. */
export async function lockOrders(tx: Tx, scope: Scope, ids: readonly string[]): Promise<void> {
  await sql`
    select 1 from orders where ${within(scope)} and id = any(${[...ids]}::bigint[]) order by id for update`.execute(tx);
}

/**
 * Holds off the erasure of an order's personal data until the transaction ends, before something is written that may
 * name its people. @throws ApiError NOT_FOUND; 400 at `path` once it is erased (contract §20.4)
 */
export async function requireUnerased(tx: Tx, scope: Scope, id: string, path: Path): Promise<void> {
  const order = await scoped(tx, scope)
    .selectFrom("orders")
    .select("erased_at")
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();
  if (!order) throw notFound();
  if (order.erased_at) throw invalid({ path, key: "erasedLocked" });
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** Orders with their parcels and items, which come in order; of any accounts. */
function assembleOrders(
  orders: readonly OrderRow[],
  parcels: readonly ParcelRow[],
  items: readonly ItemRow[],
): StoredOrder[] {
  const itemsOf = groupBy(items, ({ account_id, order_id, parcel }) => `${account_id}/${order_id}/${parcel}`);
  const parcelsOf = groupBy(parcels, ({ account_id, order_id }) => `${account_id}/${order_id}`);
  return orders.map((order) => {
    const own = (parcelsOf.get(`${order.account_id}/${order.id}`) ?? []).map((parcel) => ({
      ...parcel,
      items: itemsOf.get(`${order.account_id}/${order.id}/${parcel.position}`) ?? [],
    }));
    return { ...order, parcels: own };
  });
}

/** Reads whole orders, in the order of the ids; ids of other accounts are left out. Always three statements. */
export async function loadOrders(db: Db, scope: Scope, ids: readonly string[]): Promise<StoredOrder[]> {
  if (!ids.length) return [];
  const among = (column: string): RawBuilder<SqlBool> =>
    sql`${within(scope)} and ${sql.ref(column)} = any(${[...ids]}::bigint[])`;
  const { rows: orders } = await sql<OrderRow>`select ${ROW} from orders where ${among("id")}`.execute(db);
  const { rows: parcels } = await sql<ParcelRow>`
    select * from order_parcels where ${among("order_id")} order by order_id, position`.execute(db);
  const { rows: items } = await sql<ItemRow>`
    select * from order_items where ${among("order_id")} order by order_id, parcel, position`.execute(db);
  const byId = new Map(assembleOrders(orders, parcels, items).map((order) => [order.id, order]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Whole orders in production of any accounts, given their rows. Always two statements. */
export async function wholeOfAny(db: Db, orders: readonly OrderRow[]): Promise<StoredOrder[]> {
  const keys = sql`unnest(${orders.map(({ account_id }) => account_id)}::bigint[],
    ${orders.map(({ id }) => id)}::bigint[]) k (account_id, order_id)`;
  const ofKeys = (table: string) => sql`
    from ${keys} join ${sql.table(table)} r on r.account_id = k.account_id and r.environment = 'production'
      and r.order_id = k.order_id`;
  const { rows: parcels } = await sql<ParcelRow>`
    select r.* ${ofKeys("order_parcels")} order by r.account_id, r.order_id, r.position`.execute(db);
  const { rows: items } = await sql<ItemRow>`
    select r.* ${ofKeys("order_items")} order by r.account_id, r.order_id, r.parcel, r.position`.execute(db);
  return assembleOrders(orders, parcels, items);
}

const LISTED = [
  "id",
  "account_id",
  "ship_type",
  "status",
  "shipping_provider",
  "tracking_number",
  "quote_price",
  "recipient_name",
  "recipient_country",
  "recipient",
  "client_remarks",
  "reference",
  "pickup_date",
  "chargeable_weight",
  "created_at",
  "estimated_delivery",
  "is_label_printed",
  "tags",
  "ruled",
] as const;
/** A row of the order list. */
export type ListRow = Selected<"orders", (typeof LISTED)[number]> & { is_late: boolean };

/** Filters of a list in terms of the database; `providers` covers shipping_provider and ship_type. */
export type Filter = {
  statuses: OrderStatus[] | null;
  providers: string[] | null;
  /** The first id, and the first id after the range. */
  from: string | null;
  before: string | null;
  /** As the database writes them: without leading zeros. */
  ids: string[] | null;
  /** The condition of a search, and of a tag: orders that are found first. */
  search: RawBuilder<SqlBool> | null;
  /** The other filters; the table has an index for each. */
  others: readonly RawBuilder<SqlBool>[];
};

/** The part of a list's query that narrows it. */
export type ListFilters = Omit<ListOrdersQuery, "limit" | "offset" | "sort">;

// Same wording as the index over late orders: they have a delivery day and have not ended.
const LATE = sql`(estimated_delivery < now() and status not in ('DELIVERED', 'CANCELLED', 'PENDING_CONFIRM', 'DRAFT'))`;

function othersOf(query: ListFilters): RawBuilder<SqlBool>[] {
  const all: RawBuilder<SqlBool>[] = [];
  if (query.reference) all.push(sql`reference_key = ${searchable(query.reference)} and reference = ${query.reference}`);
  if (query.country) all.push(sql`recipient_country = any(${countriesOf(query.country)}::text[])`);
  if (query.cod) all.push(query.cod === "Y" ? sql`cod_amount is not null` : sql`cod_amount is null`);
  if (query.printed) all.push(query.printed === "Y" ? sql`is_label_printed` : sql`not is_label_printed`);
  if (query.pickup_date) all.push(sql`pickup_date = ${query.pickup_date}::date`);
  if (query.late) all.push(query.late === "Y" ? sql`${LATE}` : sql`not coalesce(${LATE}, false)`);
  if (query.source) all.push(sql`source = ${query.source}`);
  return all;
}

/** Of so many orders with a tag a list notes which they are; of more it looks each up. */
const MOST_TAGGED = 10_000;

/** The orders that have a tag: found first, because the planner cannot know how many they are. */
async function taggedWith(db: Db, scope: Scope, tag: string): Promise<RawBuilder<SqlBool>> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from order_tags where ${within(scope)} and tag = ${tag}
    order by order_id limit ${MOST_TAGGED + 1}`.execute(db);
  if (rows.length <= MOST_TAGGED) return sql`orders.id = any(${rows.map(({ order_id }) => order_id)}::bigint[])`;
  return sql`exists (select from order_tags t
    where ${within(scope, "t")} and t.tag = ${tag} and t.order_id = orders.id)`;
}

/** The filters of a query; `providers` null: any. */
export async function filterOf(db: Db, scope: Scope, query: ListFilters, providers: string[] | null): Promise<Filter> {
  const found = [
    ...(query.q ? [await searchFor(db, scope, query.q)] : []),
    ...(query.tag ? [await taggedWith(db, scope, query.tag)] : []),
  ];
  return {
    statuses: query.status ? statusesOf(query.status) : null,
    providers,
    from: query.created_from ? firstIdAt(startOfHongKongDay(query.created_from)) : null,
    before: query.created_to ? firstIdAt(startOfHongKongDay(addDays(query.created_to, 1))) : null,
    ids: query.order_ids ? query.order_ids.split(",").map((id) => String(Number(id))) : null,
    search: found.length > 0 ? sql`${sql.join(found, sql` and `)}` : null,
    others: othersOf(query),
  };
}

/** The condition for rows of `orders` that match a filter; searches need their own plan, see `headOf`. */
export function conditions(scope: Scope, filter: Filter): RawBuilder<SqlBool> {
  const all: RawBuilder<unknown>[] = [within(scope)];
  if (filter.statuses?.length === 1) all.push(sql`status = ${filter.statuses[0]}`);
  else if (filter.statuses) all.push(sql`status = any(${filter.statuses}::text[])`);
  if (filter.providers?.length === 1) all.push(sql`shipping_provider = ${filter.providers[0]}`);
  else if (filter.providers) all.push(sql`shipping_provider = any(${filter.providers}::text[])`);
  if (filter.from) all.push(sql`id >= ${filter.from}::bigint`);
  if (filter.before) all.push(sql`id < ${filter.before}::bigint`);
  if (filter.ids) all.push(sql`id = any(${filter.ids}::bigint[])`);
  all.push(...filter.others);
  if (filter.search) all.push(filter.search);
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
}

/** Searches differ so much in how many rows match that a plan made for one is wrong for the next. */
export function headOf(filter: Filter): RawBuilder<unknown> {
  return filter.search ? sql`/* unprepared */` : sql``;
}

/** Whether the stored counts contain the total. */
function isKept({ search, from, before, ids, others }: Filter): boolean {
  return !(search || from || before || ids || others.length);
}

/** The total: from the stored counts if possible, otherwise counted up to one more than `most`. */
function totalOf(scope: Scope, filter: Filter, most: number | null): RawBuilder<unknown> {
  if (!isKept(filter)) {
    const stop = most === null ? sql`` : sql`limit ${most + 1}`;
    return sql`select count(*) from (select 1 from orders where ${conditions(scope, filter)} ${stop}) counted`;
  }
  return sql`select coalesce(sum(delta), 0) from order_count_deltas where ${heldIn(scope, filter)}`;
}

/** The condition for rows of the stored counts that match a filter which they contain. */
function heldIn(scope: Scope, filter: Filter): RawBuilder<SqlBool> {
  const kept: RawBuilder<unknown>[] = [within(scope)];
  if (filter.statuses) kept.push(sql`status = any(${filter.statuses}::text[])`);
  if (filter.providers) kept.push(sql`shipping_provider = any(${filter.providers}::text[])`);
  return sql<SqlBool>`${sql.join(kept, sql` and `)}`;
}

/** Where the counting of a filter stops; null: never, because summing the stored counts costs nothing. */
function mostCounted(filter: Filter): number | null {
  if (isKept(filter)) return null;
  return filter.search ? MOST_COUNTED.search : MOST_COUNTED.others;
}

const SORT_COLUMNS: Record<string, string> = { create_time: "id", quote_price: "quote_price", order_status: "status" };
const LIST_COLUMNS = sql`${sql.raw(listOf(LISTED, "o"))}, coalesce(${LATE}, false) as is_late`;
/** From this offset on the page's ids are read only from the index, and from the nearer end of the list. */
const DEEP = 1000;

function orderBy(sort: string, backwards: boolean): RawBuilder<unknown> {
  const column = SORT_COLUMNS[sort.replace(/^-/, "")] ?? "id";
  const direction = sort.startsWith("-") !== backwards ? sql`desc` : sql`asc`;
  return column === "id" ? sql`id ${direction}` : sql`${sql.ref(column)} ${direction}, id ${direction}`;
}

/** How many orders match a filter, exactly; with `most`, at most one more than that. */
export async function countMatching(db: Db, scope: Scope, filter: Filter, most: number | null = null): Promise<number> {
  const { rows } = await sql<{ total: string }>`${headOf(filter)}
    select (${totalOf(scope, filter, most)}) as total`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** How many orders that match a filter are in each status; `isAtLeast`: counting stopped, and there are more. */
export async function countByStatus(db: Db, scope: Scope, filter: Filter) {
  const most = mostCounted(filter);
  const counted =
    most === null
      ? sql`select status, sum(delta) as n from order_count_deltas where ${heldIn(scope, filter)} group by status`
      : sql`select status, count(*) as n from (
          select status from orders where ${conditions(scope, filter)} limit ${most + 1}
        ) counted group by status`;
  const { rows } = await sql<{ status: OrderStatus; n: string }>`${headOf(filter)} ${counted}`.execute(db);
  const counts = new Map(rows.map(({ status, n }) => [status, Number(n)]));
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
  return { counts, isAtLeast: most !== null && total > most };
}

/** The ids of the orders that a filter lets through, in the order of a list; at most `most`. */
export async function matchingIds(
  db: Db,
  scope: Scope,
  filter: Filter,
  { sort, most }: { sort: string; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${headOf(filter)}
    select id from orders where ${conditions(scope, filter)} order by ${orderBy(sort, false)} limit ${most}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** A page of the list. */
export type ListedRows = { rows: ListRow[] } & Counted;

/** One page of the list with its total (contract §13.6, §5.6). `providers` null: any. */
export async function listOrderRows(
  db: Db,
  scope: Scope,
  query: ListOrdersQuery,
  providers: string[] | null,
): Promise<ListedRows> {
  const filter = await filterOf(db, scope, query, providers);
  const limit = Number(query.limit);
  const offset = Number(query.offset);
  const head = headOf(filter);
  const most = mostCounted(filter);

  if (offset < DEEP) {
    const { rows } = await sql<ListRow & { total: string }>`${head}
      with total (n) as (${totalOf(scope, filter, most)})
      select ${LIST_COLUMNS}, total.n as total
      from total left join lateral (
        select * from orders where ${conditions(scope, filter)} order by ${orderBy(query.sort, false)} limit ${limit} offset ${offset}
      ) o on true`.execute(db);
    return { rows: rows.filter((row) => row.id !== null), ...countedOf(Number(rows[0]?.total ?? 0), most) };
  }

  const found = countedOf(await countMatching(db, scope, filter, most), most);
  const { total, isAtLeast } = found;
  if (offset >= total && !isAtLeast) return { rows: [], ...found };
  // If counting stopped, the other end is unknown.
  const backwards = !isAtLeast && offset > total / 2;
  const take = isAtLeast ? limit : Math.min(limit, total - offset);
  const skip = backwards ? total - offset - take : offset;
  // An array is computed once; with a join, a planner without statistics computes the page again for every order.
  const { rows } = await sql<ListRow>`${head}
    select ${LIST_COLUMNS} from orders o
    where ${within(scope, "o")} and o.id = any(array(
      select id from orders where ${conditions(scope, filter)} order by ${orderBy(query.sort, backwards)} limit ${take} offset ${skip}
    ))
    order by ${orderByOuter(query.sort)}`.execute(db);
  return { rows, ...found };
}

function orderByOuter(sort: string): RawBuilder<unknown> {
  const column = SORT_COLUMNS[sort.replace(/^-/, "")] ?? "id";
  const direction = sort.startsWith("-") ? sql`desc` : sql`asc`;
  return column === "id" ? sql`o.id ${direction}` : sql`${sql.ref(`o.${column}`)} ${direction}, o.id ${direction}`;
}
