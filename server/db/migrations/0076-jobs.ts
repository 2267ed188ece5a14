import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // Staff who name no account have the account 0.
  `create table jobs (
    id text primary key,
    account_id bigint not null,
    environment text not null check (environment in ('testing', 'production')),
    kind text not null,
    key text,
    actor text not null,
    actor_kind text not null check (actor_kind in ('person', 'staff', 'client')),
    -- As the person was called then.
    actor_name text,
    -- The session that asked: a visit of support belongs to it.
    session_hash bytea,
    payload jsonb not null,
    run_at timestamptz not null default now(),
    priority int not null default 0,
    state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'STOPPED')),
    -- Each claim raises it: what an older claim writes changes nothing.
    attempts int not null default 0,
    -- Claims since the last progress: a job whose workers die again and again must not be claimed for ever.
    tries int not null default 0,
    lease_until timestamptz,
    claimed_at timestamptz,
    total int not null,
    done int not null default 0,
    failed int not null default 0,
    -- What those who see the job read of it.
    result jsonb not null,
    error text,
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    check ((state = 'RUNNING') = (lease_until is not null)),
    check ((state in ('DONE', 'FAILED', 'STOPPED')) = (finished_at is not null))
  )`,
  `create index jobs_due on jobs (kind, priority, run_at) where state in ('QUEUED', 'RUNNING')`,
  `create unique index jobs_key on jobs (account_id, environment, kind, key) where state in ('QUEUED', 'RUNNING')`,
  `create index jobs_own on jobs (account_id, environment, kind, created_at)`,
  `create index jobs_lane on jobs (account_id, environment, kind, claimed_at)`,
  `create index jobs_age on jobs (kind, created_at)`,
  // What a job makes, as one file.
  `create table job_files (
    job_id text primary key references jobs (id) on delete cascade,
    account_id bigint not null,
    environment text not null check (environment in ('testing', 'production')),
    file bytea not null
  )`,
  // A PDF is already compressed.
  `alter table job_files alter column file set storage external`,
  // What became of each thing that a job is about.
  `create table job_rows (
    account_id bigint not null,
    environment text not null check (environment in ('testing', 'production')),
    job_id text not null references jobs (id) on delete cascade,
    position int not null,
    object_id text not null,
    outcome text not null check (outcome in ('DONE', 'FAILED')),
    answer jsonb,
    error jsonb,
    primary key (job_id, position)
  )`,
  `create index job_rows_failed on job_rows (job_id, position) where outcome = 'FAILED'`,
  `create index job_rows_object on job_rows (account_id, environment, object_id)`,
];

/** One table for all work that goes on after the request which asked for it. */
export const jobs: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
