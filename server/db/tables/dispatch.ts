import { bigint, day, instant, integer, nullable, scopedTable, text, withDefault } from "../columns";

/** Parcels that were scanned out, and the lists that couriers sign. */
export const dispatchTables = {
  dispatch_scans: scopedTable({
    order_id: bigint,
    parcel: integer,
    actor: text,
    /** As the person was called then; null: not a person of the account. */
    actor_name: nullable(text),
    scanned_at: withDefault(instant),
    hand_over_id: nullable(text),
  }),
  hand_overs: scopedTable({
    id: text,
    day,
    created_by: text,
    created_by_name: nullable(text),
    created_at: withDefault(instant),
    signed_at: nullable(instant),
    signed_by: nullable(text),
    /** What was drawn, as in `lib/signature.ts`. */
    signature: nullable(text),
  }),
};
