import { CompiledQuery, type Selectable, sql } from "kysely";
import type { AttemptTrigger } from "@/lib/contracts/webhook-delivery";
import { listOf, namesOf, recordOf } from "@/server/db/columns";
import { webhookTables } from "@/server/db/tables/webhooks";
import type { Db } from "@/server/db/transaction";
import type { Selected, Tables } from "@/server/db/types";
import { type Ask, MAX_IN_FLIGHT } from "./fairness";

/** How long a claim lasts if it is not finished; longer than the longest attempt. */
export const LEASE_SECONDS = 45;
/** The advisory locks with which workers show that they are alive: (this, worker's number). */
export const LIVENESS_LOCK = 0x5a3b;
/** Most endpoints that one look for due work returns. */
const MOST_ENDPOINTS = 2000;

const DELIVERY = [
  ...(["id", "account_id", "environment", "endpoint_id", "event_id", "event", "trigger"] as const),
  ...(["tries", "abandoned", "resume_at", "lease_token"] as const),
];
const RECEIVER = ["url", "signature", "legacy_signature", "auth_header_name", "auth_header_value", "secret"] as const;

/** A delivery that a worker has claimed, with everything that its attempt needs. */
export type Claimed = Selected<"webhook_deliveries", (typeof DELIVERY)[number]> &
  Selected<"webhook_endpoints", (typeof RECEIVER)[number] | "previous_secret"> & { lease_token: string; body: string };

const WITH_WORK = `
  with recursive first as (
    (select endpoint_id, next_attempt_at from webhook_deliveries
     where status = 'pending' and endpoint_id > $1 order by endpoint_id, next_attempt_at limit 1)
    union all
    select f.endpoint_id, f.next_attempt_at from first, lateral (
      select d.endpoint_id, d.next_attempt_at from webhook_deliveries d
      where d.status = 'pending' and d.endpoint_id > first.endpoint_id
      order by d.endpoint_id, d.next_attempt_at limit 1) f
  )
  select w.id, w.failing_since is not null as failing
  from first join webhook_endpoints w on w.id = first.endpoint_id and w.deleted_at is null
  where first.next_attempt_at <= clock_timestamp() limit ${MOST_ENDPOINTS}`;

/**
 * Endpoints with due deliveries, after the given one, in the order of their ids: one index step for each endpoint that
 * has any waiting. `isAll`: there are no more.
 */
export async function endpointsWithWork(
  db: Db,
  after: string,
): Promise<{ found: { id: string; failing: boolean }[]; isAll: boolean }> {
  const { rows } = await db.executeQuery<{ id: string; failing: boolean }>(CompiledQuery.raw(WITH_WORK, [after]));
  return { found: [...rows], isAll: rows.length < MOST_ENDPOINTS };
}

const CLAIMED = `${listOf(DELIVERY, "d")}, ${listOf(RECEIVER, "w")},
  case when w.previous_secret_until > now() then w.previous_secret end as previous_secret`;

const CLAIM = `
  select ${CLAIMED}, c.content as body, c.drained
  from claim_webhook_deliveries($1, $2, $3, ${MAX_IN_FLIGHT}, interval '${LEASE_SECONDS} seconds') c,
    lateral (select (c.delivery).*) d, lateral (select (c.receiver).*) w`;

/**
 * The claiming worker, and the token that it needs to finish. Each claim has a new token, known even if the answer is
 * lost.
 */
export type Lease = { worker: number; token: string };

/** Claims what is due, and returns which of the endpoints have nothing more due. */
export async function claim(
  db: Db,
  { worker, token }: Lease,
  asks: readonly Ask[],
): Promise<{ claimed: Claimed[]; drained: Set<string> }> {
  const query = CompiledQuery.raw(CLAIM, [worker, token, JSON.stringify(asks)]);
  const { rows } = await db.executeQuery<(Claimed & { drained: null }) | { drained: string }>(query);
  const drained = new Set<string>();
  const claimed: Claimed[] = [];
  for (const row of rows) {
    if (row.drained === null) claimed.push(row);
    else drained.add(row.drained);
  }
  return { claimed, drained };
}

/**
 * Takes over claims of workers that are no longer alive, claims past their lease, and claims with the tokens in
 * `unheard`. The token is replaced, so that a late finish of the old claim changes nothing. `seesOthers`: living
 * workers can be seen by their locks.
 */
export async function takeOver(
  db: Db,
  { worker, token }: Lease,
  seesOthers: boolean,
  unheard: readonly string[],
): Promise<Claimed[]> {
  const isAlive = seesOthers
    ? sql`d.worker in (select objid::bigint from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
        and classid = ${LIVENESS_LOCK} and database = (select oid from pg_database where datname = current_database()))`
    : sql`d.worker = ${worker}`;
  const { rows } = await sql<Claimed>`
    with lost as (
      select id from webhook_deliveries d
      where d.status = 'in_flight' and (d.lease_until < clock_timestamp() or d.lease_token = any (${sql.val(unheard)}::uuid[]) or not (${isAlive}))
      limit 500 for update skip locked
    )
    update webhook_deliveries d
    set worker = ${worker}, lease_token = ${token}, lease_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
    from lost, events e, webhook_endpoints w
    where d.id = lost.id and e.id = d.event_id and w.id = d.endpoint_id
    returning ${sql.raw(CLAIMED)}, e.body`.execute(db);
  return rows;
}

// Ordered within each endpoint, so that no plan reads everything that is held.
const RELEASE_LATE = `
  update webhook_deliveries set status = 'pending', next_attempt_at = clock_timestamp()
  where id = any (array(
    select late.id from webhook_endpoints w, lateral (
      select d.id from webhook_deliveries d
      where d.endpoint_id = w.id and d.status = 'held' and d.held_by >= pg_snapshot_xmin(w.enabled_snapshot)
        and not pg_visible_in_snapshot(d.held_by, w.enabled_snapshot)
      order by d.held_by limit 100 for update skip locked) late
    where w.enabled_at > now() - interval '1 hour' and w.status = 'enabled' and w.deleted_at is null))`;

/**
 * Releases deliveries held by transactions that saw an endpoint disabled but committed while it was being enabled:
 * the person who enabled it did not see them, so they are sent as if they came later.
 */
export async function releaseLate(db: Db): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(RELEASE_LATE));
}

/** The columns of an attempt that its delivery has; the others are its result. */
const OF_DELIVERY = ["delivery_id", "number", "worker", "started_at", "next_attempt_at"] as const;
const RESULT = namesOf(webhookTables.webhook_attempts, OF_DELIVERY);

/** The result of an attempt and the delivery's next state, as they are written. */
export type Finish = Omit<Selectable<Tables["webhook_attempts"]>, (typeof OF_DELIVERY)[number]> & {
  id: string;
  lease: string;
  endpoint: string;
  /** Null: the attempt was cut off, which says nothing about the receiver. */
  succeeded: boolean | null;
  status: "succeeded" | "failed" | "pending";
  next_trigger: AttemptTrigger;
  tries: number;
  abandoned: number;
  wait_ms: number | null;
};

// Endpoints are locked in the order of their ids, so that two workers cannot deadlock.
const FINISH = `
  with r as materialized (
    select * from json_to_recordset($1::json) as r (id text, lease uuid, endpoint text, succeeded boolean, status text,
      next_trigger text, tries int, abandoned int, wait_ms double precision,
      ${recordOf(webhookTables.webhook_attempts, RESULT)})
  ),
  done as (
    update webhook_deliveries d
    set status = case when is_held then 'held' else r.status end, trigger = r.next_trigger, tries = r.tries,
      abandoned = r.abandoned, attempt_count = d.attempt_count + 1, lease_token = null, lease_until = null,
      held_by = case when is_held then pg_current_xact_id() end,
      -- A replay that was cut off goes on as one.
      resume_at = case when r.succeeded is null and r.next_trigger = 'replay' and r.status = 'pending' then d.resume_at end,
      next_attempt_at = case when not is_held then clock_timestamp() + r.wait_ms * interval '1 millisecond' end
    from r join webhook_endpoints w on w.id = r.endpoint,
      lateral (select w.status = 'disabled' and r.status = 'pending' and r.next_trigger in ('event', 'retry') as is_held) h
    where d.id = r.id and d.lease_token = r.lease and d.status = 'in_flight'
    -- Of two ends of one attempt, an earlier holder's counts nowhere.
    returning d.id, r.lease, d.trigger, d.endpoint_id, d.attempt_count, d.worker, d.leased_at, d.next_attempt_at
  ),
  attempts as (
    insert into webhook_attempts (${listOf(OF_DELIVERY)}, ${listOf(RESULT)})
    select done.id, done.attempt_count, done.worker, done.leased_at, done.next_attempt_at, ${listOf(RESULT, "r")}
    from done join r using (id, lease)
  ),
  figures as materialized (
    select done.endpoint_id as id, count(*) filter (where r.succeeded)::int as succeeded,
      count(*) filter (where not r.succeeded)::int as failed,
      -- A test says nothing about events.
      bool_or(not r.succeeded and done.trigger <> 'test') as is_failing
    from done join r using (id, lease) where r.succeeded is not null group by done.endpoint_id
  ),
  locked as materialized (
    select w.id from webhook_endpoints w where w.id in (select id from figures) order by w.id for no key update
  ),
  noted as (
    update webhook_endpoints w
    set last_attempt_at = clock_timestamp(),
      last_success_at = case when f.succeeded > 0 then clock_timestamp() else w.last_success_at end,
      failing_since = case when f.succeeded > 0 then null
        when f.is_failing then coalesce(w.failing_since, clock_timestamp()) else w.failing_since end
    from figures f join locked on locked.id = f.id where w.id = f.id
  ),
  counted as (
    insert into webhook_hours as h (endpoint_id, hour, succeeded, failed)
    select f.id, date_trunc('hour', now()), f.succeeded, f.failed from figures f join locked on locked.id = f.id order by f.id
    on conflict (endpoint_id, hour) do update
      set succeeded = h.succeeded + excluded.succeeded, failed = h.failed + excluded.failed
  )
  select id from done`;

/**
 * Writes the results of attempts in one statement. Those whose lease has passed to another worker change nothing;
 * returns the ids of the others.
 */
export async function finish(db: Db, finishes: readonly Finish[]): Promise<string[]> {
  const query = CompiledQuery.raw(FINISH, [JSON.stringify(finishes)]);
  const { rows } = await db.executeQuery<{ id: string }>(query);
  return rows.map(({ id }) => id);
}
