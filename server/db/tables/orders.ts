import type { OrderSource } from "@/lib/contracts/order-filters";
import type { Did, RuleCondition, RuleSet } from "@/lib/contracts/shipping-rule";
import type { AdjustmentKind, EntryKind } from "@/lib/contracts/statement";
import type { Instruction } from "@/lib/contracts/thread";
import type { OrderStatus } from "@/lib/orders/status";
import type { DISPUTE, DoneKind, INSTRUCTION, WrittenKind } from "@/lib/orders/thread";
import type { PictureType } from "@/lib/pictures";
import {
  bigint,
  boolean,
  bytes,
  day,
  instant,
  integer,
  integers,
  json,
  nullable,
  numeric,
  oneOf,
  REVISED,
  scopedTable,
  text,
  texts,
  withDefault,
} from "../columns";

/** A price breakdown line; `amount` is HKD. */
export type PriceLine = { code: string; amount: string };

/** Orders with their parcels and items, counts, drafts, and saved views of the list. */
export const orderTables = {
  orders: scopedTable({
    id: bigint,
    ship_type: oneOf<"intl" | "local">(),
    status: oneOf<OrderStatus>(),
    shipping_provider: text,
    tracking_number: nullable(text),
    quote_price: numeric,
    chargeable_weight: numeric,
    weight_basis: oneOf<"ACTUAL" | "VOLUMETRIC">(),
    price_breakdown: json<PriceLine[]>(),
    sender: json<Record<string, string>>(),
    recipient: json<Record<string, string>>(),
    recipient_name: text,
    recipient_country: text,
    delivery_code: nullable(text),
    shipment: json<Record<string, string>>(),
    options: json<Record<string, string>>(),
    cod_amount: nullable(numeric),
    pickup_date: nullable(day),
    pickup_start_time: nullable(text),
    pickup_end_time: nullable(text),
    client_remarks: nullable(text),
    /** The shop's own number; it may repeat. */
    reference: nullable(text),
    /** The form of it that searches compare. */
    reference_key: nullable(text),
    source: withDefault(oneOf<OrderSource>()),
    is_label_printed: withDefault(boolean),
    estimated_delivery: nullable(instant),
    cancel_reason: nullable(text),
    cancel_remarks: nullable(text),
    cancel_requested_at: nullable(instant),
    cancel_declined_at: nullable(instant),
    cancel_declined_remarks: nullable(text),
    /** The price before the warehouse repacked it; null if it did not. */
    declared_price: nullable(numeric),
    /** The amount to collect before the warehouse lowered it; null if it did not. */
    declared_cod_amount: nullable(numeric),
    label_changed_at: nullable(instant),
    // Written only by builds before 0072.
    search_text: withDefault(text),
    search: withDefault(texts),
    revision: withDefault(integer),
    created_at: instant,
    updated_at: instant,
    confirmed_at: nullable(instant),
    moved_at: nullable(instant),
    /** When support last corrected the recipient. */
    corrected_at: nullable(instant),
    /** When its personal data was erased. */
    erased_at: nullable(instant),
    tags: withDefault(texts),
    /** What rules did to it; null: nothing. */
    ruled: nullable(json<Did[]>()),
  }),
  /** The tags of orders, kept by a trigger. */
  order_tags: scopedTable({ tag: text, order_id: bigint }),
  shipping_rules: scopedTable({
    id: text,
    name: text,
    position: integer,
    enabled: boolean,
    conditions: json<RuleCondition[]>(),
    sets: json<RuleSet>(),
    created_at: withDefault(instant),
    ...REVISED,
    updated_at: withDefault(instant),
  }),
  boxes: scopedTable({
    id: text,
    name: text,
    length: numeric,
    width: numeric,
    height: numeric,
    weight: numeric,
    created_at: withDefault(instant),
    ...REVISED,
    updated_at: withDefault(instant),
  }),
  order_parcels: scopedTable({
    order_id: bigint,
    position: integer,
    tracking_number: nullable(text),
    act_weight: numeric,
    length: nullable(numeric),
    width: nullable(numeric),
    height: nullable(numeric),
    insurance_fee: nullable(numeric),
    item_remarks: nullable(text),
    /** What the merchant declared, if the warehouse repacked the parcel. */
    declared_act_weight: nullable(numeric),
    declared_length: nullable(numeric),
    declared_width: nullable(numeric),
    declared_height: nullable(numeric),
  }),
  order_items: scopedTable({
    order_id: bigint,
    parcel: integer,
    position: integer,
    description: text,
    qty: numeric,
    currency: nullable(text),
    unit_value: numeric,
    unit_weight: nullable(numeric),
    hscode: nullable(text),
    origin: nullable(text),
    sku: nullable(text),
    bar_code_eid: nullable(text),
    unit: nullable(text),
    length: nullable(numeric),
    width: nullable(numeric),
    height: nullable(numeric),
    battery_type: nullable(text),
    battery_location: nullable(text),
    compliance: nullable(json<Record<string, string>>()),
    /** Units that are not in the parcel. */
    short_qty: withDefault(bigint),
  }),
  /** What searches of orders look in; an order that has no row is found as it was before 0072. */
  order_search: scopedTable({
    order_id: bigint,
    /** Folded (`server/search`). Null: an older build has written the order, and it is to be written. */
    text: nullable(text),
    /** The entries of the index. Null: they are to be written, and until then only the text decides. */
    grams: nullable(integers),
  }),
  /** How far orders from before 0072 have their row of `order_search`: those from `before` on; none: all have. */
  order_search_progress: {
    before: bigint,
    /** The number of orders that had none at the beginning, and of those that have one since. */
    total: bigint,
    done: withDefault(bigint),
  },
  order_messages: scopedTable({
    id: text,
    order_id: bigint,
    kind: oneOf<WrittenKind | DoneKind | typeof DISPUTE | typeof INSTRUCTION>(),
    side: oneOf<"merchant" | "support">(),
    /** `person:1`, `client:ci_…`. */
    author: text,
    text,
    at: withDefault(instant),
    /** When a person of the other side first saw it, and who. */
    read_at: nullable(instant),
    read_by: nullable(text),
    /** A merchant's message: since when it waits for no answer. */
    answered_at: nullable(instant),
    /** The adjustment that a dispute is about. */
    about: nullable(text),
    /** What the courier should do with an order that could not be delivered. */
    instruction: nullable(json<Instruction>()),
  }),
  /** What proves an adjustment or a dispute; `about` is the id of either. */
  order_pictures: scopedTable({
    id: text,
    order_id: bigint,
    about: text,
    type: oneOf<PictureType>(),
    content: bytes,
    actor: text,
    at: withDefault(instant),
  }),
  /** What happened to an order's money after its price was agreed; only added to. */
  order_entries: scopedTable({
    id: text,
    order_id: bigint,
    kind: oneOf<EntryKind>(),
    amount: numeric,
    adjustment_kind: nullable(oneOf<AdjustmentKind>()),
    charged_weight: nullable(numeric),
    /** The weight and the lines of the price before it was repacked; null: not known. */
    weight_before: nullable(numeric),
    price_before: nullable(json<PriceLine[]>()),
    reason: nullable(text),
    actor: text,
    at: withDefault(instant),
  }),
  order_count_deltas: scopedTable({
    status: oneOf<OrderStatus>(),
    shipping_provider: text,
    delta: bigint,
  }),
  order_drafts: scopedTable({
    id: text,
    person_id: nullable(bigint),
    ship_type: nullable(text),
    body: json<Record<string, unknown>>(),
    created_at: withDefault(instant),
    ...REVISED,
    updated_at: withDefault(instant),
  }),
  account_defaults: {
    account_id: bigint,
    defaults: json<Record<string, unknown>>(),
    ...REVISED,
    updated_at: withDefault(instant),
  },
  order_views: {
    id: text,
    person_id: bigint,
    account_id: bigint,
    name: text,
    query: json<Record<string, string>>(),
    columns: texts,
    is_shared: withDefault(boolean),
    created_at: withDefault(instant),
    ...REVISED,
    updated_at: withDefault(instant),
  },
};
