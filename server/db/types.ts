import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { Environment } from "@/lib/environment";
import type { OrderStatus } from "@/lib/order-status";

/** `bigint` and `numeric` come as text, so that no digit is lost. */
type Big = ColumnType<string, string | number, string | number>;
type Numeric = string;
type Json<T> = JSONColumnType<T extends object ? T : never, string, string>;
type Instant = ColumnType<Date, Date | string, Date | string>;
type Defaulted<T> = Generated<T>;

type Scoped = { account_id: Big; environment: Environment };

/** A price breakdown line; `amount` is HKD. */
export type PriceLine = { code: string; amount: string };

export interface Tables {
  accounts: {
    id: Generated<string>;
    name: string;
    locale: Defaulted<string>;
    payment_plan: Defaulted<boolean>;
    pick_pack: Defaulted<boolean>;
    suspended: Defaulted<boolean>;
    default_local_provider: Defaulted<string>;
    created_at: Generated<Date>;
  };
  people: {
    id: Generated<string>;
    account_id: string | null;
    role: "owner" | "member" | "warehouse" | "support";
    email: string;
    name: string;
    password_hash: string | null;
    disabled_at: Instant | null;
    created_at: Generated<Date>;
  };
  password_links: {
    hash: Buffer;
    person_id: Big;
    created_at: Generated<Date>;
    expires_at: Instant;
    used_at: Instant | null;
  };
  sessions: {
    id_hash: Buffer;
    person_id: string;
    created_at: Generated<Date>;
    last_seen_at: Generated<Date>;
    expires_at: Instant;
    revoked_at: Instant | null;
    address: string | null;
    user_agent: string | null;
  };
  api_clients: {
    id: string;
    account_id: string | null;
    environment: Environment;
    role: "merchant" | "carrier" | "warehouse" | "support";
    label: Defaulted<string>;
    rate_minute: Defaulted<number>;
    rate_hour: Defaulted<number>;
    created_at: Generated<Date>;
    revoked_at: Instant | null;
  };
  api_client_secrets: {
    hash: Buffer;
    client_id: string;
    created_at: Generated<Date>;
    expires_at: Instant | null;
    last_used_at: Instant | null;
  };
  access_tokens: { hash: Buffer; client_id: string; created_at: Generated<Date>; expires_at: Instant };
  rate_counters: {
    key: string;
    minute_start: Instant;
    minute_count: number;
    minute_limit: number;
    hour_start: Instant;
    hour_count: number;
    hour_limit: number;
    allowed: boolean;
  };
  audit_log: {
    id: Generated<string>;
    at: Generated<Date>;
    actor: string;
    role: string;
    account_id: string | null;
    environment: string;
    operation: string;
    object_id: string | null;
    request_id: string;
  };
  orders: Scoped & {
    id: Big;
    ship_type: "intl" | "local";
    status: OrderStatus;
    shipping_provider: string;
    tracking_number: string | null;
    quote_price: Numeric;
    chargeable_weight: Numeric;
    weight_basis: "ACTUAL" | "VOLUMETRIC";
    price_breakdown: Json<PriceLine[]>;
    sender: Json<Record<string, string>>;
    recipient: Json<Record<string, string>>;
    recipient_name: string;
    recipient_country: string;
    delivery_code: string | null;
    shipment: Json<Record<string, string>>;
    options: Json<Record<string, string>>;
    cod_amount: Numeric | null;
    pickup_date: string | null;
    pickup_start_time: string | null;
    pickup_end_time: string | null;
    client_remarks: string | null;
    estimated_delivery: Instant | null;
    cancel_reason: string | null;
    cancel_remarks: string | null;
    search_text: string;
    search: string[];
    revision: Defaulted<number>;
    created_at: Instant;
    updated_at: Instant;
    confirmed_at: Instant | null;
    moved_at: Instant | null;
  };
  order_parcels: Scoped & {
    order_id: Big;
    position: number;
    tracking_number: string | null;
    act_weight: Numeric;
    length: Numeric | null;
    width: Numeric | null;
    height: Numeric | null;
    insurance_fee: Numeric | null;
    item_remarks: string | null;
  };
  order_items: Scoped & {
    order_id: Big;
    parcel: number;
    position: number;
    description: string;
    qty: Numeric;
    currency: string | null;
    unit_value: Numeric;
    unit_weight: Numeric | null;
    hscode: string | null;
    origin: string | null;
    sku: string | null;
    bar_code_eid: string | null;
    unit: string | null;
    length: Numeric | null;
    width: Numeric | null;
    height: Numeric | null;
    battery_type: string | null;
    battery_location: string | null;
    compliance: JSONColumnType<Record<string, string>, string, string> | null;
  };
  order_count_deltas: Scoped & { status: OrderStatus; shipping_provider: string; delta: Big };
  idempotency_keys: Scoped & { operation: string; key: string; resource_id: string; created_at: Generated<Date> };
  order_drafts: Scoped & {
    id: string;
    person_id: string | null;
    ship_type: string | null;
    body: Json<Record<string, unknown>>;
    created_at: Generated<Date>;
    updated_at: ColumnType<Date, Date | undefined, Date>;
  };
  quotes: Scoped & { id: string; prices: Json<Record<string, unknown>>; expires_at: Instant };
  tracking_events: Scoped & {
    id: Generated<string>;
    order_id: Big;
    event: string;
    occurred_at: Instant;
    recorded_at: Generated<Date>;
    moved: boolean;
    source: string;
    sub_status: string | null;
    description: string | null;
    location: JSONColumnType<Record<string, string>, string, string> | null;
    location_key: string;
    details: Json<Record<string, unknown>>;
  };
  events: Scoped & { id: string; order_id: Big; event: string; body: string; created_at: Generated<Date> };
  providers: {
    code: string;
    ship_type: "intl" | "local";
    name_en: string;
    name_zh: string;
    volumetric_divisor: number;
    max_weight: Numeric;
    pallet_max_weight: Numeric | null;
    max_side: Numeric | null;
    package_types: string[];
    supports_cod: boolean;
    supports_pickup_point: boolean;
    supports_pickup_arrange: boolean;
    pickup_weekdays: number[];
    pickup_on_holidays: boolean;
    account_rule: JSONColumnType<{ country: string; tax_party: string; pattern: string }, string, string> | null;
    active: Defaulted<boolean>;
    position: number;
  };
  zones: { country: string; zone: string; valid_from: string };
  tariffs: {
    provider: string;
    zone: string;
    valid_from: string;
    first_weight: Numeric;
    first_price: Numeric;
    step_weight: Numeric;
    step_price: Numeric;
    heavy_from: Numeric | null;
    heavy_step_weight: Numeric | null;
    heavy_step_price: Numeric | null;
    min_days: number;
    max_days: number;
  };
  surcharges: {
    code: string;
    ship_type: "intl" | "local";
    valid_from: string;
    kind: "FIXED" | "PERCENT";
    amount: Numeric;
    minimum: Defaulted<Numeric>;
  };
  fuel_rates: { provider: string; valid_from: string; percent: Numeric };
  currency_rates: { currency: string; valid_from: string; hkd: Numeric };
  holidays: { date: string; name_en: string; name_zh: string; source: string };
  remote_areas: { name_en: string; names_zh: string[] };
  pickup_points: {
    provider: string;
    delivery_code: string;
    point_type: "LOCKER" | "STORE" | "SHOP";
    name_en: string;
    name_zh: string;
    address_en: string;
    address_zh: string;
    region_en: string;
    region_zh: string;
    district_en: string;
    district_zh: string;
    opening_hours: string;
    max_weight: Numeric;
    max_length: Numeric | null;
    max_width: Numeric | null;
    max_height: Numeric | null;
    status: "ACTIVE" | "SUSPENDED" | "CLOSED";
  };
  catalogue_version: { singleton: Generated<boolean>; version: Big };
}
