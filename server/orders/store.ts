import { CompiledQuery, type Selectable, sql } from "kysely";
import type { OrderInput } from "@/lib/contracts/order";
import { shipmentOptions, splitDeliveryCode } from "@/lib/contracts/order-parts";
import type { OrderStatus } from "@/lib/order-status";
import { digitsOf } from "@/lib/phone";
import type { Db, Scope } from "@/server/context";
import type { PriceLine, Tables } from "@/server/db/types";
import { announce, deliverySql, type StoredEvent } from "@/server/webhooks";
import { searchEntry } from "./search";

/** A price that an order is made at. */
export type OrderPrice = {
  price: string;
  breakdown: PriceLine[];
  chargeableWeight: string;
  weightBasis: "ACTUAL" | "VOLUMETRIC";
};

/** The tracking numbers of an order's parcels, first the order's own; null before confirmation. */
export type TrackingNumbers = string[] | null;

type ParcelRow = Pick<
  Selectable<Tables["order_parcels"]>,
  "position" | "tracking_number" | "act_weight" | "length" | "width" | "height" | "insurance_fee" | "item_remarks"
>;
type ItemRow = Omit<Selectable<Tables["order_items"]>, "account_id" | "environment" | "order_id" | "compliance"> & {
  compliance: Record<string, string> | null;
};

const COLUMNS_OF_ITEM = new Set([
  "description",
  "qty",
  "single_price",
  "single_weight",
  "hscode",
  "origin",
  "sku",
  "bar_code_eid",
  "unit",
  "item_length",
  "item_width",
  "item_height",
  "battery",
]);

function itemRows(input: OrderInput): ItemRow[] {
  if (input.ship_type === "local") {
    return input.shipment_detail.parcel_list.flatMap((parcel, p) =>
      parcel.parcel_items.map((item, i) => ({
        parcel: p + 1,
        position: i + 1,
        description: item.name,
        qty: item.qty,
        currency: item.currency,
        unit_value: item.single_value,
        unit_weight: null,
        hscode: null,
        origin: null,
        sku: item.sku ?? null,
        bar_code_eid: item.bar_code_eid ?? null,
        unit: null,
        length: item.item_length ?? null,
        width: item.item_width ?? null,
        height: item.item_height ?? null,
        battery_type: null,
        battery_location: null,
        compliance: null,
      })),
    );
  }
  return input.shipment_detail.parcel_list.flatMap((parcel, p) =>
    parcel.declaration_list.map((item, i) => {
      const compliance = Object.fromEntries(
        Object.entries(item).filter(([key, value]) => value && !COLUMNS_OF_ITEM.has(key)),
      ) as Record<string, string>;
      return {
        parcel: p + 1,
        position: i + 1,
        description: item.description,
        qty: item.qty,
        currency: null,
        unit_value: item.single_price,
        unit_weight: item.single_weight ?? null,
        hscode: item.hscode ?? null,
        origin: item.origin ?? null,
        sku: item.sku ?? null,
        bar_code_eid: item.bar_code_eid ?? null,
        unit: item.unit,
        length: item.item_length ?? null,
        width: item.item_width ?? null,
        height: item.item_height ?? null,
        battery_type: item.battery?.type ?? null,
        battery_location: item.battery?.location ?? null,
        compliance: Object.keys(compliance).length ? compliance : null,
      };
    }),
  );
}

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

// Blank free text is not given, so it is not stored.
function given(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "" && value !== undefined));
}

/** The elements of an order's search, made anew whenever a field of theirs changes. */
export function searchOf(
  scope: Scope,
  order: { id: string; numbers: readonly string[]; recipientName: string; mobile: string; remarks: string | null },
) {
  const digits = digitsOf(order.mobile);
  const mobiles = digits === order.mobile ? [digits] : [order.mobile, digits];
  return searchEntry(scope, [order.id, ...order.numbers, order.recipientName, ...mobiles, order.remarks]);
}

function inputFields(scope: Scope, id: string, input: OrderInput, numbers: TrackingNumbers, price: OrderPrice) {
  const { parcel_list: _parcels, ...shipment } = input.shipment_detail;
  const local = input.ship_type === "local" ? input : null;
  const options = local
    ? { is_local_insurance: local.is_local_insurance, cod: local.cod, delivery_proof: local.delivery_proof }
    : input.ship_type === "intl"
      ? (input.shipment_options ?? shipmentOptions.parse({}))
      : {};
  const search = searchOf(scope, {
    id,
    numbers: numbers ?? [],
    recipientName: input.recipient.name,
    mobile: input.recipient.mobile,
    remarks: input.client_remarks ?? null,
  });
  const arrange = local?.pickup_arrange;
  return {
    shipping_provider: input.shipping_provider,
    quote_price: price.price,
    chargeable_weight: price.chargeableWeight,
    weight_basis: price.weightBasis,
    price_breakdown: price.breakdown,
    sender: given(input.sender),
    recipient: given(input.recipient),
    recipient_name: input.recipient.name,
    recipient_country: "country" in input.recipient ? input.recipient.country : "HK",
    delivery_code: local ? splitDeliveryCode(local.recipient.address).deliveryCode : null,
    shipment: given(shipment),
    options: given(options),
    cod_amount: local?.cod === "Y" ? (local.cod_amount ?? null) : null,
    pickup_date: arrange?.pickup_date ?? null,
    pickup_start_time: arrange?.pickup_date ? (arrange.pickup_start_time ?? null) : null,
    pickup_end_time: arrange?.pickup_date ? (arrange.pickup_end_time ?? null) : null,
    client_remarks: input.client_remarks || null,
    search_text: search.text,
    search: search.elements,
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
  /** Claimed with the order, or the order is not written (decisions §5). */
  idempotency: { operation: string; key: string } | null;
};

const PARCEL_COLUMNS = `position int, tracking_number text, act_weight numeric, length numeric, width numeric,
  height numeric, insurance_fee numeric, item_remarks text`;
const ITEM_COLUMNS = `parcel int, position int, description text, qty numeric, currency text, unit_value numeric,
  unit_weight numeric, hscode text, origin text, sku text, bar_code_eid text, unit text, length numeric, width numeric,
  height numeric, battery_type text, battery_location text, compliance jsonb`;

// Between search elements: a control character, which no searched text holds.
const SEPARATOR = "\x1f";

// One parameter, one round trip. The text is a constant, so that it is prepared once a connection.
const INSERT_ORDER = `
  with o as materialized (
    select * from json_to_record($1::json) as r (account_id bigint, environment text, id bigint, ship_type text, status text,
      shipping_provider text, tracking_number text, quote_price numeric, chargeable_weight numeric, weight_basis text,
      price_breakdown jsonb, sender jsonb, recipient jsonb, recipient_name text, recipient_country text, delivery_code text,
      shipment jsonb, options jsonb, cod_amount numeric, pickup_date date, pickup_start_time text, pickup_end_time text,
      client_remarks text, estimated_delivery timestamptz, search_text text, search text, created_at timestamptz,
      confirmed_at timestamptz, parcels json, items json, operation text, key text, event_id text, event text, body text)
  ),
  claim as (
    insert into idempotency_keys as k (account_id, environment, operation, key, resource_id)
    select account_id, environment, operation, key, id::text from o where key is not null
    on conflict (account_id, environment, operation, key) do update set resource_id = excluded.resource_id, created_at = now()
      where k.created_at <= now() - interval '30 days'
    returning 1
  ),
  go as materialized (select * from o where key is null or exists (select from claim)),
  new_order as (
    insert into orders (account_id, environment, id, ship_type, status, shipping_provider, tracking_number, quote_price,
      chargeable_weight, weight_basis, price_breakdown, sender, recipient, recipient_name, recipient_country,
      delivery_code, shipment, options, cod_amount, pickup_date, pickup_start_time, pickup_end_time, client_remarks,
      estimated_delivery, search_text, search, created_at, updated_at, confirmed_at)
    select account_id, environment, id, ship_type, status, shipping_provider, tracking_number, quote_price,
      chargeable_weight, weight_basis, price_breakdown, sender, recipient, recipient_name, recipient_country,
      delivery_code, shipment, options, cod_amount, pickup_date, pickup_start_time, pickup_end_time, client_remarks,
      estimated_delivery, search_text, string_to_array(search, E'\\x1f'), created_at, created_at, confirmed_at
    from go
    returning 1
  ),
  new_parcels as (
    insert into order_parcels
    select go.account_id, go.environment, go.id, x.* from go, json_to_recordset(go.parcels) as x (${PARCEL_COLUMNS})
  ),
  new_items as (
    insert into order_items
    select go.account_id, go.environment, go.id, x.* from go, json_to_recordset(go.items) as x (${ITEM_COLUMNS})
  ),
  counted as (
    insert into order_count_deltas (account_id, environment, status, shipping_provider, delta)
    select account_id, environment, status, shipping_provider, 1 from go
  ),
  announced as (
    insert into events (id, account_id, environment, order_id, event, body)
    select event_id, account_id, environment, id, event, body from go
  ),
  to_deliver as (
    ${deliverySql("select event_id, account_id, environment, id as order_id, event from go")}
  )
  select (select array_agg(endpoint_id) from to_deliver) as endpoints from new_order`;

/**
 * Writes an order whole, with its event, its count and its idempotency key, as one statement: one round trip, and
 * atomic by itself. False: the key is used already, nothing was written.
 */
export async function insertOrder(db: Db, scope: Scope, order: NewOrder): Promise<boolean> {
  const fields = inputFields(scope, order.id, order.input, order.numbers, order.price);
  const row = {
    ...fields,
    search: fields.search.join(SEPARATOR),
    account_id: scope.accountId,
    environment: scope.environment,
    id: order.id,
    ship_type: order.input.ship_type,
    status: order.status,
    tracking_number: order.numbers?.[0] ?? null,
    estimated_delivery: order.estimatedDelivery,
    created_at: order.createdAt,
    confirmed_at: order.numbers ? order.createdAt : null,
    parcels: parcelRows(order.input, order.numbers),
    items: itemRows(order.input),
    operation: order.idempotency?.operation ?? null,
    key: order.idempotency?.key ?? null,
    event_id: order.event.id,
    event: order.event.event,
    body: order.event.body,
  };
  const query = CompiledQuery.raw(INSERT_ORDER, [JSON.stringify(row)]);
  const { rows } = await db.executeQuery<{ endpoints: string[] | null }>(query);
  if (!rows[0]) return false;
  announce(db, scope, rows[0].endpoints ?? []);
  return true;
}

/** Writes the parcels and items of an order anew, inside a transaction. */
export async function replaceParcels(
  db: Db,
  scope: Scope,
  id: string,
  input: OrderInput,
  numbers: TrackingNumbers,
): Promise<void> {
  for (const table of ["order_items", "order_parcels"] as const) {
    await sql`
      delete from ${sql.table(table)}
      where account_id = ${scope.accountId} and environment = ${scope.environment} and order_id = ${id}`.execute(db);
  }
  await sql`
    insert into order_parcels select ${scope.accountId}::bigint, ${scope.environment}, ${id}::bigint, x.*
    from jsonb_to_recordset(${JSON.stringify(parcelRows(input, numbers))}::jsonb) as x (${sql.raw(PARCEL_COLUMNS)})`.execute(
    db,
  );
  await sql`
    insert into order_items select ${scope.accountId}::bigint, ${scope.environment}, ${id}::bigint, x.*
    from jsonb_to_recordset(${JSON.stringify(itemRows(input))}::jsonb) as x (${sql.raw(ITEM_COLUMNS)})`.execute(db);
}

/** Notes in the counts that an order left one place and came to another, inside the transaction that moves it. */
export async function countMove(
  db: Db,
  scope: Scope,
  from: { status: OrderStatus; provider: string },
  to: { status: OrderStatus; provider: string },
): Promise<void> {
  if (from.status === to.status && from.provider === to.provider) return;
  await sql`
    insert into order_count_deltas (account_id, environment, status, shipping_provider, delta)
    values (${scope.accountId}, ${scope.environment}, ${from.status}, ${from.provider}, -1),
           (${scope.accountId}, ${scope.environment}, ${to.status}, ${to.provider}, 1)`.execute(db);
}
