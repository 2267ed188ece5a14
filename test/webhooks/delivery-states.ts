// Deliveries in the states that a worker leaves, and what the next attempt depends on; for tests in which no worker
// runs.
import { sql } from "kysely";
import { testDb } from "../factories";

export type State = { status: string; trigger?: string; tries?: number; at?: string; created?: string };

/** Sets a delivery to a state that a worker would have left; times are intervals from now. */
export async function setState(delivery: string, { status, trigger = "event", tries = 0, at, created: age }: State) {
  await sql`
    update webhook_deliveries set status = ${status}, trigger = ${trigger}, tries = ${tries},
      next_attempt_at = now() + ${at ?? null}::interval, created_at = created_at - ${age ?? "0"}::interval,
      lease_token = ${status === "in_flight" ? sql`gen_random_uuid()` : sql`null`}
    where id = ${delivery}`.execute(await testDb());
}

/** What the worker decides by. */
export async function planOf(delivery: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select status, trigger, tries, abandoned, next_attempt_at <= clock_timestamp() as is_due,
      round(extract(epoch from resume_at - now()) / 60)::int as resumes_in_minutes
    from webhook_deliveries where id = ${delivery}`.execute(await testDb());
  return rows[0];
}
