import { CompiledQuery } from "kysely";
import { ApiError } from "@/lib/errors";
import type { Db } from "@/server/db/transaction";

/** The result of counting one request in its fixed windows (contract §14.3). */
export type RateState = {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Unix seconds at which the window with fewer requests left starts again. */
  reset: number;
  /** Seconds until a refused request may be repeated. */
  retryAfter: number;
};

/** Columns of `rate_counters` that {@link rateState} needs. */
export type RateRow = {
  allowed: boolean;
  minute_start: Date;
  minute_count: number;
  minute_limit: number;
  hour_start: Date;
  hour_count: number;
  hour_limit: number;
  seen_at: Date;
};

/**
 * The text of one upsert for both windows, in database time: `source` selects key, minute_limit, hour_limit and cost. A
 * refused request is not counted. A request that waits for the row until the next window counts in that one.
 */
export function countingSql(source: string): string {
  return `
    insert into rate_counters as r
      (key, minute_start, minute_count, minute_limit, hour_start, hour_count, hour_limit, allowed)
    select s.key, date_trunc('minute', now()), s.cost, s.minute_limit, date_trunc('hour', now()), s.cost, s.hour_limit,
           s.cost <= s.minute_limit and s.cost <= s.hour_limit
    from (${source}) s
    on conflict (key) do update set
      minute_start = greatest(r.minute_start, excluded.minute_start),
      hour_start = greatest(r.hour_start, excluded.hour_start),
      minute_limit = excluded.minute_limit,
      hour_limit = excluded.hour_limit,
      allowed = (case when r.minute_start >= excluded.minute_start then r.minute_count else 0 end) + excluded.minute_count <= excluded.minute_limit
            and (case when r.hour_start >= excluded.hour_start then r.hour_count else 0 end) + excluded.hour_count <= excluded.hour_limit,
      minute_count = (case when r.minute_start >= excluded.minute_start then r.minute_count else 0 end)
        + (case when (case when r.minute_start >= excluded.minute_start then r.minute_count else 0 end) + excluded.minute_count <= excluded.minute_limit
                 and (case when r.hour_start >= excluded.hour_start then r.hour_count else 0 end) + excluded.hour_count <= excluded.hour_limit
                then excluded.minute_count else 0 end),
      hour_count = (case when r.hour_start >= excluded.hour_start then r.hour_count else 0 end)
        + (case when (case when r.minute_start >= excluded.minute_start then r.minute_count else 0 end) + excluded.minute_count <= excluded.minute_limit
                 and (case when r.hour_start >= excluded.hour_start then r.hour_count else 0 end) + excluded.hour_count <= excluded.hour_limit
                then excluded.hour_count else 0 end)
    returning allowed, minute_start, minute_count, minute_limit, hour_start, hour_count, hour_limit, clock_timestamp() as seen_at`;
}

/** Reads a counter's row: headers describe the window with fewer requests left. */
export function rateState(row: RateRow): RateState {
  const windows = [
    { limit: row.minute_limit, count: row.minute_count, ends: row.minute_start.getTime() + 60_000 },
    { limit: row.hour_limit, count: row.hour_count, ends: row.hour_start.getTime() + 3_600_000 },
  ].map((window) => ({ ...window, remaining: Math.max(0, window.limit - window.count) }));
  const [minute, hour] = windows as [(typeof windows)[0], (typeof windows)[0]];
  const tighter = hour.remaining <= minute.remaining ? hour : minute;
  return {
    allowed: row.allowed,
    limit: tighter.limit,
    remaining: tighter.remaining,
    reset: Math.ceil(tighter.ends / 1000),
    retryAfter: Math.max(1, Math.ceil((tighter.ends - row.seen_at.getTime()) / 1000)),
  };
}

/** @throws ApiError RATE_LIMIT_EXCEEDED when the count refused the request, with the seconds until the next try */
export function requireAllowed({ allowed, retryAfter }: Pick<RateState, "allowed" | "retryAfter">): void {
  if (!allowed)
    throw new ApiError("RATE_LIMIT_EXCEEDED", {
      extra: { retry_after: retryAfter },
      headers: { "retry-after": String(retryAfter) },
    });
}

const COUNT_ONE = countingSql(
  "select $1::text as key, $2::int as minute_limit, $3::int as hour_limit, $4::int as cost",
);

/**
 * Counts one request on a key, separately from access; `cost` above 1 for failures that count more, `perHour` if there
 * is such a limit.
 */
export async function countOn(
  db: Db,
  key: string,
  perMinute: number,
  cost = 1,
  perHour = 2_147_483_647,
): Promise<RateState> {
  const { rows } = await db.executeQuery<RateRow>(CompiledQuery.raw(COUNT_ONE, [key, perMinute, perHour, cost]));
  return rateState(rows[0] as RateRow);
}
