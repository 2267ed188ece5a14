import type { TrackingEvent } from "@/lib/orders/status";
import { bigint, boolean, instant, json, nullable, oneOf, scopedTable, text, withDefault } from "../columns";

/** What carriers reported about orders. */
export const trackingTables = {
  tracking_events: scopedTable({
    id: withDefault(bigint),
    order_id: bigint,
    event: oneOf<TrackingEvent>(),
    occurred_at: instant,
    recorded_at: withDefault(instant),
    moved: boolean,
    source: text,
    sub_status: nullable(text),
    description: nullable(text),
    location: nullable(json<{ city?: string; state?: string; country?: string }>()),
    location_key: text,
    details: json<Record<string, unknown>>(),
  }),
};
