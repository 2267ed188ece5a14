import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // For an order whose cancellation the warehouse has to approve; the reason and the remarks are in their own columns.
  `alter table orders add column cancel_requested_at timestamptz`,
  `create index orders_cancel_requested on orders (environment, account_id) where cancel_requested_at is not null`,

  `create table pick_pack_waves (
    id text primary key,
    environment text not null check (environment in ('testing', 'production')),
    -- Null: over all accounts.
    account_id bigint references accounts (id),
    shipping_provider text,
    cut_off timestamptz,
    created_by text not null,
    created_at timestamptz not null default now()
  )`,
  `create index pick_pack_waves_list on pick_pack_waves (environment, created_at desc, id)`,

  `create table pick_pack_orders (
    account_id bigint not null,
    environment text not null,
    order_id bigint not null,
    status text not null check (status in ('PICKPACK_PENDING_CONFIRM', 'PICKPACK_CONFIRMED',
      'PICKPACK_READY_TO_SHIPMENT', 'PICKPACK_CANCELLED', 'PICKPACK_REJECTED')),
    shipping_provider text not null,
    is_require_repack boolean not null default false,
    reject_type text check (reject_type in ('OUT_OF_STOCK', 'OTHERS')),
    reject_reason text,
    wave_id text references pick_pack_waves (id),
    packing_started_at timestamptz,
    packed_by text,
    pickup_date date,
    pickup_session text,
    pickup_number text,
    requested_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (account_id, environment, order_id),
    foreign key (account_id, environment, order_id) references orders (account_id, environment, id) on delete cascade,
    check ((status = 'PICKPACK_REJECTED') = (reject_type is not null)),
    check (status <> 'PICKPACK_READY_TO_SHIPMENT' or (pickup_date is not null and pickup_number is not null))
  )`,
  // For the merchant's list, the warehouse's queue over all accounts, and orders named by staff who name no account.
  `create index pick_pack_orders_list on pick_pack_orders (account_id, environment, requested_at, order_id)`,
  `create index pick_pack_orders_queue on pick_pack_orders (environment, status, requested_at, order_id)`,
  `create index pick_pack_orders_id on pick_pack_orders (order_id, environment)`,
  `create index pick_pack_orders_wave on pick_pack_orders (wave_id) where wave_id is not null`,

  // What was scanned at the bench. A row that was undone stays, so that a late retry of it counts nothing.
  `create table pick_pack_scans (
    account_id bigint not null,
    environment text not null,
    order_id bigint not null,
    scan_id text not null,
    seq bigint generated always as identity,
    kind text not null check (kind in ('SCAN', 'SHORT')),
    parcel int not null,
    position int not null,
    qty bigint not null check (qty > 0),
    reason text check (reason in ('OUT_OF_STOCK', 'OTHERS')),
    remarks text,
    actor text not null,
    scanned_at timestamptz not null default now(),
    undone_at timestamptz,
    primary key (account_id, environment, order_id, scan_id),
    foreign key (account_id, environment, order_id)
      references pick_pack_orders (account_id, environment, order_id) on delete cascade,
    check ((kind = 'SHORT') = (reason is not null))
  )`,

  `create table products (
    account_id bigint not null references accounts (id),
    environment text not null check (environment in ('testing', 'production')),
    id text not null,
    sku text not null,
    bar_code_eid text,
    name text not null,
    length numeric,
    width numeric,
    height numeric,
    weight numeric,
    hscode text,
    origin text,
    battery_type text,
    battery_location text,
    unit text,
    unit_value numeric,
    currency text,
    warehouse_location text,
    low_stock_mark bigint,
    -- The sums of its movements, written with them.
    on_hand bigint not null default 0,
    reserved bigint not null default 0,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    -- A deleted product stays for its movements' sake.
    deleted_at timestamptz,
    primary key (account_id, environment, id),
    constraint products_stock check (reserved >= 0 and on_hand >= reserved and on_hand <= 999999999999),
    check (deleted_at is null or on_hand = 0)
  )`,
  `create unique index products_sku on products (account_id, environment, sku) where deleted_at is null`,
  `create unique index products_bar_code_eid on products (account_id, environment, bar_code_eid) where deleted_at is null`,

  // The ledger: rows are only added, never changed.
  `create table stock_movements (
    id bigint generated always as identity primary key,
    account_id bigint not null,
    environment text not null,
    product_id text not null,
    -- As it was then: what an order has reserved is found by the sku it was ordered by.
    sku text not null,
    kind text not null check (kind in ('RECEIVED', 'ADJUSTED', 'RESERVED', 'RELEASED', 'TAKEN')),
    on_hand_change bigint not null,
    reserved_change bigint not null,
    on_hand bigint not null,
    reserved bigint not null,
    reason text,
    actor text not null,
    order_id bigint,
    moved_at timestamptz not null default now(),
    foreign key (account_id, environment, product_id) references products (account_id, environment, id),
    check (on_hand_change <> 0 or reserved_change <> 0)
  )`,
  `create index stock_movements_product on stock_movements (account_id, environment, product_id, id)`,
  `create index stock_movements_order on stock_movements (account_id, environment, order_id) where order_id is not null`,
];

/** Pick-and-pack orders, the bench, waves, products and their stock. */
export const pickPack: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
