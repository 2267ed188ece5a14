import { CompiledQuery, type Selectable, sql } from "kysely";
import type { OrderInput } from "@/lib/contracts/order";
import type { OrderSource } from "@/lib/contracts/order-filters";
import { shipmentOptions, splitDeliveryCode } from "@/lib/contracts/order-parts";
import type { OrderStatus } from "@/lib/orders/status";
import { type Column, listOf, namesOf, recordOf, type Scoped } from "@/server/db/columns";
import { type Scope, scoped } from "@/server/db/scoped";
import { orderTables } from "@/server/db/tables/orders";
import type { Db, Tx } from "@/server/db/transaction";
import type { PriceLine, Tables } from "@/server/db/types";
import { claimSql } from "@/server/idempotency";
import { announce, eventSql, type StoredEvent } from "@/server/webhooks";
import { itemRows } from "./items";
import { searchable } from "./list/search";
import { searchTextOf } from "./list/search-text";
import type { Ruled } from "./rules/apply";

/** The price at which an order is created. */
export type OrderPrice = {
  price: string;
  breakdown: PriceLine[];
  chargeableWeight: string;
  weightBasis: "ACTUAL" | "VOLUMETRIC";
};

/** The tracking numbers of an order's parcels, the order's own first; null before confirmation. */
export type TrackingNumbers = string[] | null;

type ParcelRow = Omit<Selectable<Tables["order_parcels"]>, keyof Scoped | "order_id" | `declared_${string}`>;

function parcelRows(input: OrderInput, numbers: TrackingNumbers): ParcelRow[] {
  return input.shipment_detail.parcel_list.map((parcel, index) => ({
    position: index + 1,
    tracking_number: numbers?.[index] ?? null,
    act_weight: parcel.act_weight,
    length: parcel.length ?? null,
    width: parcel.width ?? null,
    height: parcel.height ?? null,
    insurance_fee: parcel.insurance_fee ?? null,
    item_remarks: "item_remarks" in parcel ? parcel.item_remarks || null : null,
  }));
}

// Empty free text counts as not given, so it is not stored.
function withoutEmpty(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "" && value !== undefined));
}

function inputFields(input: OrderInput, price: OrderPrice) {
  const { parcel_list: _parcels, ...shipment } = input.shipment_detail;
  const local = input.ship_type === "local" ? input : null;
  const options = local
    ? { is_local_insurance: local.is_local_insurance, cod: local.cod, delivery_proof: local.delivery_proof }
    : input.ship_type === "intl"
      ? (input.shipment_options ?? shipmentOptions.parse({}))
      : {};
  const arrange = local?.pickup_arrange;
  return {
    shipping_provider: input.shipping_provider,
    quote_price: price.price,
    chargeable_weight: price.chargeableWeight,
    weight_basis: price.weightBasis,
    price_breakdown: price.breakdown,
    sender: withoutEmpty(input.sender),
    recipient: withoutEmpty(input.recipient),
    recipient_name: input.recipient.name,
    recipient_country: "country" in input.recipient ? input.recipient.country : "HK",
    delivery_code: local ? splitDeliveryCode(local.recipient.address).deliveryCode : null,
    shipment: withoutEmpty(shipment),
    options: withoutEmpty(options),
    cod_amount: local?.cod === "Y" ? (local.cod_amount ?? null) : null,
    pickup_date: arrange?.pickup_date ?? null,
    pickup_start_time: arrange?.pickup_date ? (arrange.pickup_start_time ?? null) : null,
    pickup_end_time: arrange?.pickup_date ? (arrange.pickup_end_time ?? null) : null,
    client_remarks: input.client_remarks || null,
    reference: input.reference || null,
    reference_key: input.reference ? searchable(input.reference) : null,
  };
}

/** The columns that come from the client's input, for an update. */
export function inputColumns(...input: Parameters<typeof inputFields>) {
  const { price_breakdown, sender, recipient, shipment, options, ...columns } = inputFields(...input);
  return {
    ...columns,
    price_breakdown: JSON.stringify(price_breakdown),
    sender: JSON.stringify(sender),
    recipient: JSON.stringify(recipient),
    shipment: JSON.stringify(shipment),
    options: JSON.stringify(options),
  };
}

/** Part of every change to what a confirmed order's label says: earlier prints no longer count (contract §5.4). */
export const LABEL_CHANGED = { label_changed_at: sql<Date>`clock_timestamp()`, is_label_printed: false };

/** An order to be written. */
export type NewOrder = {
  id: string;
  createdAt: Date;
  input: OrderInput;
  status: OrderStatus;
  numbers: TrackingNumbers;
  price: OrderPrice;
  estimatedDelivery: Date | null;
  event: StoredEvent;
  source: OrderSource;
  /** What the account's rules did to it. */
  ruled: Ruled;
  /** Claimed together with the order; if that fails, the order is not written (contract §14.1). */
  idempotency: { operation: string; key: string } | null;
};

/** The columns that an insert has to provide: those without a default in the database. */
function givenOf<T extends keyof typeof orderTables>(table: T, without: readonly (keyof (typeof orderTables)[T])[]) {
  const columns: Record<string, Column> = orderTables[table];
  const names = namesOf(orderTables[table], without).filter((name) => !columns[name]?.hasDefault);
  return { names, record: recordOf(columns, names) };
}

/** The insert of parcels or items; `source` provides account_id, environment, order_id, and the rows as JSON. */
function rowsSql(table: "order_parcels" | "order_items", source: string): string {
  const { names, record } = givenOf(table, ["account_id", "environment", "order_id"]);
  return `
    (account_id, environment, order_id, ${listOf(names)})
    select s.account_id, s.environment, s.order_id, ${listOf(names, "x")}
    from (${source}) s, json_to_recordset(s.rows) as x (${record})`;
}

const GIVEN = givenOf("orders", []);

/**
 * One parameter, one round trip. `reader` reads it: of a set the planner expects a hundred rows. The text is constant, so
 * that each connection prepares it once.
 */
const insertSql = (reader: "json_to_record" | "json_to_recordset") => `
  with o as materialized (
    select * from ${reader}($1::json) as r (${GIVEN.record}, source text, tags text[], search_text text, parcels json,
      items json, operation text, key text, event_id text, event text, body text)
  ),
  claim as (
    ${claimSql("select account_id, environment, operation, key, id::text from o where key is not null")}
  ),
  go as materialized (select * from o where key is null or id::text in (select resource_id from claim)),
  new_order as (
    insert into orders (${listOf(GIVEN.names)}, source, tags)
    select ${listOf(GIVEN.names)}, source, tags from go
    returning id
  ),
  new_search as (
    insert into order_search (account_id, environment, order_id, text)
    select account_id, environment, id, search_text from go
  ),
  new_parcels as (insert into order_parcels ${rowsSql("order_parcels", "select account_id, environment, id as order_id, parcels as rows from go")}),
  new_items as (insert into order_items ${rowsSql("order_items", "select account_id, environment, id as order_id, items as rows from go")}),
  counted as (
    insert into order_count_deltas (account_id, environment, status, shipping_provider, delta)
    select account_id, environment, status, shipping_provider, count(*) from go group by 1, 2, 3, 4
  ),
  ${eventSql("select event_id, account_id, environment, id as order_id, event, body from go")}
  select (select array_agg(id) from new_order) as ids, (select array_agg(endpoint_id) from to_deliver) as endpoints`;
const INSERT_ORDER = insertSql("json_to_record");
const INSERT_ORDERS = insertSql("json_to_recordset");

/** The row of an order, with what is written beside it. */
function rowOf(scope: Scope, order: NewOrder) {
  const items = itemRows(order.input);
  return {
    ...inputFields(order.input, order.price),
    search_text: searchTextOf({ ...order.input, id: order.id, numbers: order.numbers ?? [], items }),
    account_id: scope.accountId,
    environment: scope.environment,
    id: order.id,
    ship_type: order.input.ship_type,
    status: order.status,
    tracking_number: order.numbers?.[0] ?? null,
    estimated_delivery: order.estimatedDelivery,
    created_at: order.createdAt,
    updated_at: order.createdAt,
    source: order.source,
    tags: order.ruled.tags,
    ruled: order.ruled.did.length > 0 ? order.ruled.did : null,
    confirmed_at: order.numbers ? order.createdAt : null,
    parcels: parcelRows(order.input, order.numbers),
    items,
    operation: order.idempotency?.operation ?? null,
    key: order.idempotency?.key ?? null,
    event_id: order.event.id,
    event: order.event.event,
    body: order.event.body,
  };
}

/**
 * Writes orders with their events, counts and idempotency keys in one statement: one round trip, and atomic by itself.
 * Returns the ids of those that were written: of the others the key is already used.
 */
export async function insertOrders(db: Db, scope: Scope, orders: readonly NewOrder[]): Promise<ReadonlySet<string>> {
  const rows = orders.map((order) => rowOf(scope, order));
  const [first, ...others] = rows;
  const statement = others.length
    ? CompiledQuery.raw(INSERT_ORDERS, [JSON.stringify(rows)])
    : CompiledQuery.raw(INSERT_ORDER, [JSON.stringify(first)]);
  type Written = { ids: string[] | null; endpoints: string[] | null };
  const { rows: written } = await db.executeQuery<Written>(statement);
  const { ids, endpoints } = written[0] as Written;
  if (ids) announce(db, scope, [...new Set(endpoints)]);
  return new Set(ids);
}

const ROWS_OF_ORDER =
  "select $1::bigint as account_id, $2::text as environment, $3::bigint as order_id, $4::json as rows";
const INSERT_PARCELS = `insert into order_parcels ${rowsSql("order_parcels", ROWS_OF_ORDER)}`;
const INSERT_ITEMS = `insert into order_items ${rowsSql("order_items", ROWS_OF_ORDER)}`;

/** An order as it is written again. */
type Rewritten = { id: string; input: OrderInput; numbers: TrackingNumbers };

/** Rewrites what searches of an order look in, inside the transaction that changes it. */
export async function changeSearch(tx: Tx, scope: Scope, { id, input, numbers }: Rewritten): Promise<void> {
  const text = searchTextOf({ ...input, id, numbers: numbers ?? [], items: itemRows(input) });
  await scoped(tx, scope)
    .insertInto("order_search", { order_id: id, text })
    .onConflict((row) => row.columns(["account_id", "environment", "order_id"]).doUpdateSet({ text, grams: null }))
    .execute();
}

/** Rewrites the parcels and items of an order, inside a transaction. */
export async function replaceParcels(tx: Tx, scope: Scope, { id, input, numbers }: Rewritten): Promise<void> {
  const own = scoped(tx, scope);
  await own.deleteFrom("order_items").where("order_id", "=", id).execute();
  await own.deleteFrom("order_parcels").where("order_id", "=", id).execute();
  const insert = (statement: string, rows: readonly object[]) =>
    tx.executeQuery(CompiledQuery.raw(statement, [scope.accountId, scope.environment, id, JSON.stringify(rows)]));
  await insert(INSERT_PARCELS, parcelRows(input, numbers));
  await insert(INSERT_ITEMS, itemRows(input));
}
