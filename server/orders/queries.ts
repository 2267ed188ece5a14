import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { addDays, startOfHongKongDay } from "@/lib/calendar";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import type { OrderStatus } from "@/lib/order-status";
import type { Db, Scope, Tx } from "@/server/context";
import type { Tables } from "@/server/db/types";
import { firstIdAt } from "./numbers";
import { searchTerms } from "./search";

export type OrderRow = Omit<Selectable<Tables["orders"]>, "search" | "search_text">;
export type ParcelRow = Selectable<Tables["order_parcels"]>;
export type ItemRow = Selectable<Tables["order_items"]>;
/** An order with its parcels and their items, in order. */
export type StoredOrder = OrderRow & { parcels: (ParcelRow & { items: ItemRow[] })[] };

/** The columns of {@link OrderRow}. */
export const ROW = sql`account_id, environment, id, ship_type, status, shipping_provider, tracking_number, quote_price,
  chargeable_weight, weight_basis, price_breakdown, sender, recipient, recipient_name, recipient_country, delivery_code,
  shipment, options, cod_amount, pickup_date, pickup_start_time, pickup_end_time, client_remarks, estimated_delivery,
  cancel_reason, cancel_remarks, cancel_requested_at, cancel_declined_at, cancel_declined_remarks, declared_price,
  revision, created_at, updated_at, confirmed_at, moved_at`;

/** Reads one order's own row; undefined also for another account's. */
export async function findOrder(db: Db, scope: Scope, id: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select ${ROW} from orders
    where account_id = ${scope.accountId} and environment = ${scope.environment} and id = ${id}`.execute(db);
  return rows[0];
}

/**
 * The same, with its row locked until the transaction ends: whoever moves an order, or what is kept beside it, locks
 * the order first.
 */
export async function lockOrder(tx: Tx, scope: Scope, id: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select ${ROW} from orders
    where account_id = ${scope.accountId} and environment = ${scope.environment} and id = ${id} for update`.execute(tx);
  return rows[0];
}

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** Reads whole orders, in the order of the ids; ids that are not this account's are left out. Three statements, however many. */
export async function loadOrders(db: Db, scope: Scope, ids: readonly string[]): Promise<StoredOrder[]> {
  if (!ids.length) return [];
  const within = (column: string): RawBuilder<SqlBool> =>
    sql`account_id = ${scope.accountId} and environment = ${scope.environment} and ${sql.ref(column)} = any(${[...ids]}::bigint[])`;
  const { rows: orders } = await sql<OrderRow>`select ${ROW} from orders where ${within("id")}`.execute(db);
  const { rows: parcels } = await sql<ParcelRow>`
    select * from order_parcels where ${within("order_id")} order by order_id, position`.execute(db);
  const { rows: items } = await sql<ItemRow>`
    select * from order_items where ${within("order_id")} order by order_id, parcel, position`.execute(db);
  const itemsOf = grouped(items, (item) => `${item.order_id}/${item.parcel}`);
  const parcelsOf = grouped(parcels, (parcel) => parcel.order_id);
  const byId = new Map(orders.map((order) => [order.id, order]));
  return ids.flatMap((id) => {
    const order = byId.get(id);
    if (!order) return [];
    const own = (parcelsOf.get(id) ?? []).map((parcel) => ({
      ...parcel,
      items: itemsOf.get(`${id}/${parcel.position}`) ?? [],
    }));
    return [{ ...order, parcels: own }];
  });
}

/** A row of the order list. */
export type ListRow = Pick<
  OrderRow,
  | "id"
  | "account_id"
  | "ship_type"
  | "status"
  | "shipping_provider"
  | "tracking_number"
  | "quote_price"
  | "recipient_name"
  | "recipient_country"
  | "client_remarks"
  | "pickup_date"
  | "chargeable_weight"
  | "created_at"
>;

/** Filters of a list as the database understands them; `providers` stands for shipping_provider and ship_type. */
export type Filter = {
  statuses: OrderStatus[] | null;
  providers: string[] | null;
  /** The first id, and the first one beyond. */
  from: string | null;
  before: string | null;
  /** As the database writes them: without zeros before them. */
  ids: string[] | null;
  q: string | null;
};

/** What of a list's query narrows it. */
export type ListFilters = Omit<ListOrdersQuery, "limit" | "offset" | "sort">;

/** The filters of a query; `providers` null: any. */
export function filterOf(query: ListFilters, providers: string[] | null): Filter {
  return {
    statuses: query.status ? (query.status.split(",") as OrderStatus[]) : null,
    providers,
    from: query.created_from ? firstIdAt(startOfHongKongDay(query.created_from)) : null,
    before: query.created_to ? firstIdAt(startOfHongKongDay(addDays(query.created_to, 1))) : null,
    ids: query.order_ids ? query.order_ids.split(",").map((id) => String(Number(id))) : null,
    q: query.q || null,
  };
}

/** What the rows of `orders` that a filter lets through have; searches need a plan of their own, see `headOf`. */
export function conditions(scope: Scope, filter: Filter): RawBuilder<SqlBool> {
  const all: RawBuilder<unknown>[] = [sql`account_id = ${scope.accountId}`, sql`environment = ${scope.environment}`];
  if (filter.statuses?.length === 1) all.push(sql`status = ${filter.statuses[0]}`);
  else if (filter.statuses) all.push(sql`status = any(${filter.statuses}::text[])`);
  if (filter.providers?.length === 1) all.push(sql`shipping_provider = ${filter.providers[0]}`);
  else if (filter.providers) all.push(sql`shipping_provider = any(${filter.providers}::text[])`);
  if (filter.from) all.push(sql`id >= ${filter.from}::bigint`);
  if (filter.before) all.push(sql`id < ${filter.before}::bigint`);
  if (filter.ids) all.push(sql`id = any(${filter.ids}::bigint[])`);
  if (filter.q) {
    // The index finds candidates by their parts; the text decides, character by character: wildcards mean nothing.
    const terms = searchTerms(scope, filter.q).map(
      ({ text, elements }) => sql`(search @> ${elements}::text[] and strpos(search_text, ${text}) > 0)`,
    );
    all.push(terms.length ? sql`(${sql.join(terms, sql` or `)})` : sql`true`);
  }
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
}

/** Searches differ so much in what they match that a plan made for one is wrong for the next. */
export function headOf(filter: Filter): RawBuilder<unknown> {
  return filter.q ? sql`/* unprepared */` : sql``;
}

/** Exact totals: from the kept counts where they know the answer, else counted through the index. */
function totalOf(scope: Scope, filter: Filter): RawBuilder<unknown> {
  if (filter.q || filter.from || filter.before || filter.ids)
    return sql`select count(*) from orders where ${conditions(scope, filter)}`;
  const kept: RawBuilder<unknown>[] = [sql`account_id = ${scope.accountId}`, sql`environment = ${scope.environment}`];
  if (filter.statuses) kept.push(sql`status = any(${filter.statuses}::text[])`);
  if (filter.providers) kept.push(sql`shipping_provider = any(${filter.providers}::text[])`);
  return sql`select coalesce(sum(delta), 0) from order_count_deltas where ${sql.join(kept, sql` and `)}`;
}

const SORT_COLUMNS: Record<string, string> = { create_time: "id", quote_price: "quote_price", order_status: "status" };
const LIST_COLUMNS = sql`o.id, o.account_id, o.ship_type, o.status, o.shipping_provider, o.tracking_number, o.quote_price,
  o.recipient_name, o.recipient_country, o.client_remarks, o.pickup_date, o.chargeable_weight, o.created_at`;
/** From here on the page's ids are found in the index alone, and from the nearer end of the list. */
const DEEP = 1000;

function orderBy(sort: string, backwards: boolean): RawBuilder<unknown> {
  const column = SORT_COLUMNS[sort.replace(/^-/, "")] ?? "id";
  const direction = sort.startsWith("-") !== backwards ? sql`desc` : sql`asc`;
  return column === "id" ? sql`id ${direction}` : sql`${sql.ref(column)} ${direction}, id ${direction}`;
}

/** How many orders a filter lets through, exactly. */
export async function countMatching(db: Db, scope: Scope, filter: Filter): Promise<number> {
  const { rows } = await sql<{ total: string }>`${headOf(filter)} select (${totalOf(scope, filter)}) as total`.execute(
    db,
  );
  return Number(rows[0]?.total ?? 0);
}

/** One page of the list with its exact total (decisions §4.6). `providers` null: any. */
export async function listOrderRows(
  db: Db,
  scope: Scope,
  query: ListOrdersQuery,
  providers: string[] | null,
): Promise<{ rows: ListRow[]; total: number }> {
  const filter = filterOf(query, providers);
  const limit = Number(query.limit);
  const offset = Number(query.offset);
  const head = headOf(filter);

  if (offset < DEEP) {
    const { rows } = await sql<ListRow & { total: string }>`${head}
      with total (n) as (${totalOf(scope, filter)})
      select ${LIST_COLUMNS}, total.n as total
      from total left join lateral (
        select * from orders where ${conditions(scope, filter)} order by ${orderBy(query.sort, false)} limit ${limit} offset ${offset}
      ) o on true`.execute(db);
    return { rows: rows.filter((row) => row.id !== null), total: Number(rows[0]?.total ?? 0) };
  }

  const total = await countMatching(db, scope, filter);
  if (offset >= total) return { rows: [], total };
  const backwards = offset > total / 2;
  const take = Math.min(limit, total - offset);
  const skip = backwards ? total - offset - take : offset;
  // An array is made once; joined, the page is made anew for every order where the planner has no statistics yet.
  const { rows } = await sql<ListRow>`${head}
    select ${LIST_COLUMNS} from orders o
    where o.account_id = ${scope.accountId} and o.environment = ${scope.environment} and o.id = any(array(
      select id from orders where ${conditions(scope, filter)} order by ${orderBy(query.sort, backwards)} limit ${take} offset ${skip}
    ))
    order by ${orderByOuter(query.sort)}`.execute(db);
  return { rows, total };
}

function orderByOuter(sort: string): RawBuilder<unknown> {
  const column = SORT_COLUMNS[sort.replace(/^-/, "")] ?? "id";
  const direction = sort.startsWith("-") ? sql`desc` : sql`asc`;
  return column === "id" ? sql`o.id ${direction}` : sql`${sql.ref(`o.${column}`)} ${direction}, o.id ${direction}`;
}
