import type { FeedDifference, FeedPoint, FeedStatus } from "@/lib/contracts/services";
import { bigints, boolean, instant, integer, json, nullable, oneOf, text, withDefault } from "../columns";

/** Lists of pickup points that are planned, applied or withdrawn. */
export const serviceTables = {
  pickup_feeds: {
    id: text,
    provider: text,
    status: oneOf<FeedStatus>(),
    apply_at: instant,
    confirm_closing: boolean,
    /** The whole list while it is planned. */
    points: nullable(json<FeedPoint[]>()),
    /** What it changed, once it is applied. */
    changes: nullable(json<FeedDifference>()),
    opens: integer,
    moves: integer,
    closes: integer,
    same: integer,
    /** Accounts that know of it. */
    /** The accounts that were notified. */
    told: withDefault(bigints),
    created_at: withDefault(instant),
    created_by: text,
    ended_at: nullable(instant),
    ended_by: nullable(text),
  },
};
