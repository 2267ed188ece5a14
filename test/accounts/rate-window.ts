import { createHash } from "node:crypto";
import { sql } from "kysely";
import { testDb } from "../factories";

/** The key under which the token operation counts a client id. */
export function tokenCounter(clientId: string): string {
  return `t:${createHash("sha256").update(clientId).digest("base64url")}`;
}

/**
 * Starts a counter's windows one window ahead of now, so that a test which counts up to a limit cannot cross a minute
 * or an hour meanwhile. Both may start at a given count.
 */
export async function holdWindow(key: string, counts: { minute?: number; hour?: number } = {}): Promise<void> {
  await sql`
    insert into rate_counters (key, minute_start, minute_count, minute_limit, hour_start, hour_count, hour_limit, allowed)
    values (${key}, date_trunc('minute', now()) + interval '1 minute', ${counts.minute ?? 0}, 0,
      date_trunc('hour', now()) + interval '1 hour', ${counts.hour ?? 0}, 0, true)
    on conflict (key) do update set minute_start = excluded.minute_start, minute_count = excluded.minute_count,
      hour_start = excluded.hour_start, hour_count = excluded.hour_count`.execute(await testDb());
}

/** A counter's row, with the ends of its windows in Unix seconds. */
export async function readWindow(key: string) {
  const { rows } = await sql<{ minute_count: number; hour_count: number; minute_ends: number; hour_ends: number }>`
    select minute_count, hour_count, extract(epoch from minute_start + interval '1 minute')::int as minute_ends,
      extract(epoch from hour_start + interval '1 hour')::int as hour_ends
    from rate_counters where key = ${key}`.execute(await testDb());
  if (!rows[0]) throw new Error(`no counter ${key}`);
  return rows[0];
}
