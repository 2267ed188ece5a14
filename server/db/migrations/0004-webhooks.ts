import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // A test event belongs to no order.
  `alter table events alter column order_id drop not null`,
  `create index events_by_time on events (account_id, environment, created_at, id)`,
  `create index events_age on events (created_at)`,

  `create table webhook_endpoints (
    id text primary key,
    account_id bigint not null references accounts (id),
    environment text not null check (environment in ('testing', 'production')),
    url text not null,
    events text[] not null,
    description text,
    signature boolean not null,
    legacy_signature boolean not null,
    auth_header_name text,
    -- Encrypted, as are the secrets.
    auth_header_value bytea,
    secret bytea not null,
    secret_hint text not null,
    previous_secret bytea,
    previous_secret_until timestamptz,
    status text not null default 'enabled' check (status in ('enabled', 'disabled')),
    disabled_reason text check (disabled_reason in ('FAILING', 'BY_HAND')),
    disabled_at timestamptz,
    last_attempt_at timestamptz,
    last_success_at timestamptz,
    failing_since timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    -- A deleted endpoint stays until its deliveries are cleaned away.
    deleted_at timestamptz,
    check ((status = 'disabled') = (disabled_at is not null))
    -- Room for the changes that each answer makes.
  ) with (fillfactor = 50)`,
  `create index webhook_endpoints_account on webhook_endpoints (account_id, environment) where deleted_at is null`,
  `create index webhook_endpoints_deleted on webhook_endpoints (deleted_at) where deleted_at is not null`,

  `create table webhook_deliveries (
    -- Made of event and endpoint: one event goes to one endpoint once.
    id text primary key,
    account_id bigint not null,
    environment text not null,
    endpoint_id text not null,
    event_id text not null,
    order_id bigint,
    event text not null,
    status text not null check (status in ('pending', 'in_flight', 'succeeded', 'failed', 'held')),
    -- Of the next attempt, or of the latest.
    trigger text not null check (trigger in ('event', 'retry', 'replay', 'test')),
    attempt_count int not null default 0,
    -- Attempts of the schedule that are used up.
    tries int not null default 0,
    -- Attempts that were cut off with their worker since the latest that ended.
    abandoned int not null default 0,
    -- Of the schedule that runs.
    first_attempt_at timestamptz,
    next_attempt_at timestamptz,
    -- When the schedule goes on after a replay in between.
    resume_at timestamptz,
    lease_token uuid,
    lease_until timestamptz,
    leased_at timestamptz,
    worker int,
    created_at timestamptz not null default now(),
    check ((status = 'in_flight') = (lease_token is not null)),
    check (status <> 'pending' or next_attempt_at is not null)
  ) with (fillfactor = 80)`,
  // For claims: finds the next delivery of one endpoint, and steps from endpoint to endpoint without reading the rows
  // between.
  `create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at, id) where status = 'pending'`,
  `create index webhook_deliveries_in_flight on webhook_deliveries (endpoint_id) where status = 'in_flight'`,
  `create index webhook_deliveries_held on webhook_deliveries (endpoint_id, id) where status = 'held'`,
  // For lists: an event's id begins with its time, and a delivery's id with its event's.
  `create index webhook_deliveries_list on webhook_deliveries (endpoint_id, id)`,
  `create index webhook_deliveries_status on webhook_deliveries (endpoint_id, status, id)`,
  `create index webhook_deliveries_order on webhook_deliveries (endpoint_id, order_id)`,
  `create index webhook_deliveries_age on webhook_deliveries (created_at)`,
  // For the clean-up: whether an event is still needed.
  `create index webhook_deliveries_unsent on webhook_deliveries (event_id) where status in ('pending', 'in_flight', 'held')`,

  `create table webhook_attempts (
    delivery_id text not null references webhook_deliveries (id) on delete cascade,
    number int not null,
    trigger text not null,
    worker int not null,
    started_at timestamptz not null,
    duration_ms double precision not null,
    status_code int,
    error_kind text,
    error_detail text,
    address text,
    url text not null,
    -- As sent, the token masked: with the signature and its time.
    request_headers jsonb not null,
    response_headers jsonb not null,
    response_head text,
    response_truncated boolean not null,
    phases jsonb not null,
    next_attempt_at timestamptz,
    primary key (delivery_id, number)
  )`,

  // Attempts by hour, so that a week's figures do not mean counting a million rows.
  `create table webhook_hours (
    endpoint_id text not null,
    hour timestamptz not null,
    succeeded int not null,
    failed int not null,
    primary key (endpoint_id, hour)
  )`,
  `create index webhook_hours_age on webhook_hours (hour)`,

  // At most p_most deliveries of one endpoint are in flight, whichever workers claim. The lock on the endpoint's row
  // keeps other claims of it away. Each statement of a volatile function sees what was committed before it; a single
  // statement, or a join on the result, might miss events that were committed after the query began. `drained` names an
  // endpoint that has nothing more due; an endpoint that is locked is skipped and not named.
  `create function claim_webhook_deliveries(p_worker int, p_token uuid, p_asked json, p_most int, p_lease interval)
  returns table (delivery webhook_deliveries, content text, receiver webhook_endpoints, drained text)
  language plpgsql volatile rows 50 as $$
  declare
    endpoint record;
    free int;
    came int;
  begin
    -- Not waited for: a finish waits, and what a crash of the database takes is claimed anew.
    perform set_config('synchronous_commit', 'off', true);
    -- A deleted one has no more work for anybody; unsaid, it would be asked for again and again.
    return query
      select null::webhook_deliveries, null::text, null::webhook_endpoints, asked.id
      from json_to_recordset(p_asked) as asked (id text)
      where not exists (select from webhook_endpoints e where e.id = asked.id and e.deleted_at is null);
    for endpoint in
      select e.id, e.status, asked.room from json_to_recordset(p_asked) as asked (id text, room int)
      join webhook_endpoints e on e.id = asked.id
      where e.deleted_at is null
      for no key update of e skip locked
    loop
      if endpoint.status = 'disabled' then
        -- Written by a transaction that saw the endpoint enabled, or left by one that held as many as it could.
        update webhook_deliveries set status = 'held', next_attempt_at = null, resume_at = null
        where id = any (array(
          select id from webhook_deliveries
          where endpoint_id = endpoint.id and status = 'pending' and trigger in ('event', 'retry') limit 5000));
      end if;
      select least(endpoint.room, p_most - count(*)) into free
      from webhook_deliveries where endpoint_id = endpoint.id and status = 'in_flight';
      continue when free <= 0;
      return query
        with claimed as (
          update webhook_deliveries d
          set status = 'in_flight', worker = p_worker, lease_token = p_token, leased_at = clock_timestamp(),
            lease_until = clock_timestamp() + p_lease, first_attempt_at = coalesce(d.first_attempt_at, clock_timestamp())
          where d.id = any (array(
            select id from webhook_deliveries
            where endpoint_id = endpoint.id and status = 'pending' and next_attempt_at <= clock_timestamp()
              and (endpoint.status = 'enabled' or trigger in ('replay', 'test'))
            order by next_attempt_at, id limit free for update skip locked))
          returning d as row
        )
        select claimed.row, e.body, w, null::text
        from claimed join events e on e.id = (claimed.row).event_id join webhook_endpoints w on w.id = endpoint.id;
      get diagnostics came = row_count;
      if came < free then
        drained := endpoint.id;
        return next;
      end if;
    end loop;
  end $$`,
];

/** Webhook endpoints, deliveries and their attempts. */
export const webhooks: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
