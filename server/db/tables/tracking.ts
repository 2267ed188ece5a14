import { bigint, boolean, defaulted, instant, json, nullable, scopedTable, text } from "../columns";

/** What carriers reported about orders. */
export const trackingTables = {
  tracking_events: scopedTable({
    id: defaulted(bigint),
    order_id: bigint,
    event: text,
    occurred_at: instant,
    recorded_at: defaulted(instant),
    moved: boolean,
    source: text,
    sub_status: nullable(text),
    description: nullable(text),
    location: nullable(json<Record<string, string>>()),
    location_key: text,
    details: json<Record<string, unknown>>(),
  }),
};
