import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

// One statement each, so that both engines run them the same way.
const STATEMENTS = [
  // ── Accounts, people, credentials ──
  `create table accounts (
    id bigint generated always as identity (start with 100001) primary key,
    name text not null,
    locale text not null default 'en' check (locale in ('en', 'zh-Hant')),
    payment_plan boolean not null default true,
    pick_pack boolean not null default false,
    suspended boolean not null default false,
    default_local_provider text not null default 'LOCAL_DOOR',
    created_at timestamptz not null default now()
  )`,
  `create table people (
    id bigint generated always as identity (start with 1001) primary key,
    -- Staff belong to no account.
    account_id bigint references accounts (id),
    role text not null check (role in ('owner', 'member', 'warehouse', 'support')),
    email text not null,
    name text not null,
    password_hash text,
    disabled_at timestamptz,
    created_at timestamptz not null default now(),
    check ((role in ('owner', 'member')) = (account_id is not null))
  )`,
  `create unique index people_email on people (lower(email))`,
  `create index people_account on people (account_id)`,
  `create table sessions (
    id_hash bytea primary key,
    person_id bigint not null references people (id),
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    expires_at timestamptz not null,
    revoked_at timestamptz,
    address text,
    user_agent text
  )`,
  `create index sessions_person on sessions (person_id)`,
  `create table api_clients (
    id text primary key,
    -- Null: a client of the platform, such as a carrier's, that serves every account.
    account_id bigint references accounts (id),
    environment text not null check (environment in ('testing', 'production')),
    role text not null check (role in ('merchant', 'carrier', 'warehouse', 'support')),
    label text not null default '',
    rate_minute int not null default 100 check (rate_minute >= 0),
    rate_hour int not null default 1000 check (rate_hour >= 0),
    created_at timestamptz not null default now(),
    revoked_at timestamptz,
    check (account_id is not null or role <> 'merchant')
  )`,
  `create index api_clients_account on api_clients (account_id, environment)`,
  `create table api_client_secrets (
    hash bytea primary key,
    client_id text not null references api_clients (id),
    created_at timestamptz not null default now(),
    -- Set on the older secret when a roll begins.
    expires_at timestamptz,
    last_used_at timestamptz
  )`,
  `create index api_client_secrets_client on api_client_secrets (client_id)`,
  `create table access_tokens (
    hash bytea primary key,
    client_id text not null references api_clients (id),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create index access_tokens_expiry on access_tokens (expires_at)`,
  `create index access_tokens_client on access_tokens (client_id)`,

  // Fixed windows of database time. Unlogged: losing the counts in a crash costs nothing, logging every count would.
  `create unlogged table rate_counters (
    key text primary key,
    minute_start timestamptz not null,
    minute_count int not null,
    minute_limit int not null,
    hour_start timestamptz not null,
    hour_count int not null,
    hour_limit int not null,
    allowed boolean not null
  ) with (fillfactor = 50)`,

  `create table audit_log (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    actor text not null,
    role text not null,
    account_id bigint,
    environment text not null,
    operation text not null,
    object_id text,
    request_id text not null
  )`,
  `create index audit_log_account on audit_log (account_id, id)`,

  // ── Orders ──
  // The id is milliseconds since 2020 and three random digits, so it sorts as creation time does: the primary key
  // serves the default list, and date filters. No foreign key to accounts: accounts are never deleted, and a share
  // lock on one account's row at every order would make all its orders queue.
  `create table orders (
    account_id bigint not null,
    environment text not null check (environment in ('testing', 'production')),
    id bigint not null,
    ship_type text not null check (ship_type in ('intl', 'local')),
    status text not null,
    shipping_provider text not null,
    tracking_number text,
    quote_price numeric not null,
    chargeable_weight numeric not null,
    weight_basis text not null,
    price_breakdown jsonb not null,
    sender jsonb not null,
    recipient jsonb not null,
    recipient_name text not null,
    recipient_country text not null,
    delivery_code text,
    -- Shipment fields but parcels, and the options; text as the client gave it.
    shipment jsonb not null,
    options jsonb not null,
    cod_amount numeric,
    pickup_date date,
    pickup_start_time text,
    pickup_end_time text,
    client_remarks text,
    estimated_delivery timestamptz,
    cancel_reason text,
    cancel_remarks text,
    -- What a search looks in, in lower case, and its 1-, 2- and 3-character parts with the scope as one more element.
    search_text text not null,
    search text[] not null,
    -- Counts changes: a writer that read an older one tries again.
    revision int not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    confirmed_at timestamptz,
    -- The time of the last scan that moved the order.
    moved_at timestamptz,
    primary key (account_id, environment, id)
  )`,
  `create index orders_by_status on orders (account_id, environment, status, id)`,
  `create index orders_by_provider on orders (account_id, environment, shipping_provider, id)`,
  `create index orders_by_price on orders (account_id, environment, quote_price, id)`,
  `create index orders_search on orders using gin (search)`,
  `create unique index orders_tracking_number on orders (tracking_number)`,

  `create table order_parcels (
    account_id bigint not null,
    environment text not null,
    order_id bigint not null,
    position int not null,
    tracking_number text,
    act_weight numeric not null,
    length numeric,
    width numeric,
    height numeric,
    insurance_fee numeric,
    item_remarks text,
    primary key (account_id, environment, order_id, position),
    foreign key (account_id, environment, order_id) references orders (account_id, environment, id) on delete cascade
  )`,
  // Parcel 1 has the order's own number, found through the order.
  `create unique index order_parcels_tracking_number on order_parcels (tracking_number) where position > 1`,

  `create table order_items (
    account_id bigint not null,
    environment text not null,
    order_id bigint not null,
    parcel int not null,
    position int not null,
    description text not null,
    qty numeric not null,
    currency text,
    unit_value numeric not null,
    unit_weight numeric,
    hscode text,
    origin text,
    sku text,
    bar_code_eid text,
    unit text,
    length numeric,
    width numeric,
    height numeric,
    battery_type text,
    battery_location text,
    -- Product-safety fields, which few orders have.
    compliance jsonb,
    primary key (account_id, environment, order_id, parcel, position),
    foreign key (account_id, environment, order_id) references orders (account_id, environment, id) on delete cascade
  )`,

  // Exact totals without counting a million rows and without one row that every creation would wait for: changes are
  // added as rows, lists sum them, the worker folds them together.
  `create table order_count_deltas (
    account_id bigint not null,
    environment text not null,
    status text not null,
    shipping_provider text not null,
    delta bigint not null
  )`,
  `create index order_count_deltas_scope on order_count_deltas (account_id, environment) include (status, shipping_provider, delta)`,

  `create table idempotency_keys (
    account_id bigint not null,
    environment text not null,
    operation text not null,
    key text not null,
    resource_id text not null,
    created_at timestamptz not null default now(),
    primary key (account_id, environment, operation, key)
  )`,
  `create index idempotency_keys_age on idempotency_keys (created_at)`,

  `create table order_drafts (
    account_id bigint not null,
    environment text not null,
    id text not null,
    person_id bigint,
    ship_type text,
    body jsonb not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (account_id, environment, id)
  )`,

  `create table quotes (
    account_id bigint not null,
    environment text not null,
    id text not null,
    -- For each provider the fingerprint of what was priced, and the price.
    prices jsonb not null,
    expires_at timestamptz not null,
    primary key (account_id, environment, id)
  )`,
  `create index quotes_expiry on quotes (expires_at)`,

  // ── Tracking and events ──
  `create table tracking_events (
    id bigint generated always as identity primary key,
    account_id bigint not null,
    environment text not null,
    order_id bigint not null,
    event text not null,
    occurred_at timestamptz not null,
    recorded_at timestamptz not null default now(),
    moved boolean not null,
    source text not null,
    sub_status text,
    description text,
    location jsonb,
    -- Part of what makes a scan the same scan.
    location_key text not null,
    details jsonb not null,
    foreign key (account_id, environment, order_id) references orders (account_id, environment, id) on delete cascade
  )`,
  `create unique index tracking_events_once on tracking_events (account_id, environment, order_id, event, occurred_at, location_key)`,

  // The outbox: written in the transaction that changes the order. The body's bytes are sent unchanged, hence text:
  // jsonb would reorder its keys.
  `create table events (
    id text primary key,
    account_id bigint not null,
    environment text not null,
    order_id bigint not null,
    event text not null,
    body text not null,
    created_at timestamptz not null default now()
  )`,
  `create index events_by_order on events (account_id, environment, order_id)`,

  // ── Carriers: dated rows that support staff can change ──
  `create table providers (
    code text primary key,
    ship_type text not null check (ship_type in ('intl', 'local')),
    name_en text not null,
    name_zh text not null,
    volumetric_divisor int not null check (volumetric_divisor > 0),
    max_weight numeric not null,
    pallet_max_weight numeric,
    -- The longest side of a parcel, in cm; null: no limit.
    max_side numeric,
    package_types text[] not null,
    supports_cod boolean not null,
    supports_pickup_point boolean not null,
    supports_pickup_arrange boolean not null,
    -- ISO 8601 weekdays on which it collects; Monday is 1.
    pickup_weekdays int[] not null,
    pickup_on_holidays boolean not null,
    -- When courier_account_number must be given: {"country","tax_party","pattern"}; null: never.
    account_rule jsonb,
    active boolean not null default true,
    position int not null
  )`,
  `create table zones (
    country text not null,
    zone text not null,
    valid_from date not null,
    primary key (country, valid_from)
  )`,
  `create table tariffs (
    provider text not null references providers (code),
    -- 'LOCAL' for local services; 'REST' stands in zones for every country without a row.
    zone text not null,
    valid_from date not null,
    first_weight numeric not null,
    first_price numeric not null,
    step_weight numeric not null,
    step_price numeric not null,
    -- Above this weight the second pair of step and price holds; null: never.
    heavy_from numeric,
    heavy_step_weight numeric,
    heavy_step_price numeric,
    min_days int not null,
    max_days int not null,
    primary key (provider, zone, valid_from)
  )`,
  `create table surcharges (
    code text not null,
    ship_type text not null,
    valid_from date not null,
    kind text not null check (kind in ('FIXED', 'PERCENT')),
    amount numeric not null,
    minimum numeric not null default 0,
    primary key (code, ship_type, valid_from)
  )`,
  `create table fuel_rates (
    provider text not null references providers (code),
    valid_from date not null,
    percent numeric not null,
    primary key (provider, valid_from)
  )`,
  `create table currency_rates (
    currency text not null,
    valid_from date not null,
    hkd numeric not null,
    primary key (currency, valid_from)
  )`,
  `create table holidays (
    date date primary key,
    name_en text not null,
    name_zh text not null,
    source text not null
  )`,
  `create table remote_areas (
    name_en text primary key,
    names_zh text[] not null
  )`,
  `create table pickup_points (
    provider text not null references providers (code),
    delivery_code text not null,
    point_type text not null check (point_type in ('LOCKER', 'STORE', 'SHOP')),
    name_en text not null,
    name_zh text not null,
    address_en text not null,
    address_zh text not null,
    region_en text not null,
    region_zh text not null,
    district_en text not null,
    district_zh text not null,
    opening_hours text not null,
    max_weight numeric not null,
    -- Sides of the largest parcel in cm, in any order; null: no limit.
    max_length numeric,
    max_width numeric,
    max_height numeric,
    status text not null check (status in ('ACTIVE', 'SUSPENDED', 'CLOSED')),
    primary key (provider, delivery_code)
  )`,
  // Processes keep the tables above in memory and read them again when this number changes; every authenticated request
  // reads it.
  `create table catalogue_version (singleton boolean primary key default true check (singleton), version bigint not null)`,
  `insert into catalogue_version (version) values (1)`,
  `create function bump_catalogue_version() returns trigger language plpgsql as
    $$ begin update catalogue_version set version = version + 1; return null; end $$`,
  ...[
    "providers",
    "zones",
    "tariffs",
    "surcharges",
    "fuel_rates",
    "currency_rates",
    "holidays",
    "remote_areas",
    "pickup_points",
  ].map(
    (table) =>
      `create trigger ${table}_changed after insert or update or delete on ${table}
       for each statement execute function bump_catalogue_version()`,
  ),
];

/** Accounts, credentials, orders, tracking, the outbox and the carriers' tables. */
export const foundation: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
