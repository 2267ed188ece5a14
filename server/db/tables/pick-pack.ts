import type { Environment } from "@/lib/environment";
import type { PickPackStatus, RejectType, ShortReason } from "@/lib/warehouse/pickpack-status";
import { bigint, boolean, day, instant, integer, nullable, oneOf, scopedTable, text, withDefault } from "../columns";

/** The warehouse's side of orders. */
export const pickPackTables = {
  pick_pack_orders: scopedTable({
    order_id: bigint,
    status: oneOf<PickPackStatus>(),
    shipping_provider: text,
    is_require_repack: withDefault(boolean),
    reject_type: nullable(oneOf<RejectType>()),
    reject_reason: nullable(text),
    wave_id: nullable(text),
    packing_started_at: nullable(instant),
    packed_by: nullable(text),
    pickup_date: nullable(day),
    pickup_session: nullable(text),
    pickup_number: nullable(text),
    /** A courier has it. */
    collected_at: nullable(instant),
    requested_at: instant,
    updated_at: instant,
  }),
  pick_pack_scans: scopedTable({
    order_id: bigint,
    scan_id: text,
    seq: withDefault(bigint),
    kind: oneOf<"SCAN" | "SHORT" | "LABEL">(),
    parcel: integer,
    position: integer,
    qty: bigint,
    reason: nullable(oneOf<ShortReason>()),
    remarks: nullable(text),
    actor: text,
    scanned_at: withDefault(instant),
    undone_at: nullable(instant),
  }),
  pick_pack_waves: {
    id: text,
    environment: oneOf<Environment>(),
    account_id: nullable(bigint),
    shipping_provider: nullable(text),
    cut_off: nullable(instant),
    created_by: text,
    created_at: withDefault(instant),
    /** `W-20261122-01`, unique in its environment; null: made by an earlier build. */
    number: nullable(text),
    name: nullable(text),
    /** The person who works on it. */
    assigned_to: nullable(bigint),
    /** Made of orders of one unit only. */
    single_items: withDefault(boolean),
    closed_at: nullable(instant),
    cancelled_at: nullable(instant),
  },
  pick_pack_picks: {
    wave_id: text,
    account_id: bigint,
    sku: text,
    picked_by: text,
    picked_at: withDefault(instant),
    /** Units that were not at the place; null: the picker did not say. */
    short: nullable(bigint),
    /** Units that the line had then. */
    short_of: nullable(bigint),
  },
};
