import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // Names a session where its person sees it; the secret is in the cookie.
  `alter table sessions add column id text not null default gen_random_uuid()::text`,
  `create unique index sessions_public_id on sessions (id)`,

  // A second factor counts from its confirmation; until then it can be replaced.
  `create table factors (
    id text primary key,
    person_id bigint not null references people (id),
    kind text not null,
    secret bytea not null,
    created_at timestamptz not null default now(),
    confirmed_at timestamptz,
    last_counter bigint,
    last_used_at timestamptz
  )`,
  `create unique index factors_totp on factors (person_id) where kind = 'totp'`,
  `create table recovery_codes (
    person_id bigint not null references people (id),
    hash bytea not null,
    used_at timestamptz,
    primary key (person_id, hash)
  )`,
  // When the second factor was last checked in this browser.
  `alter table person_devices add column factor_at timestamptz`,

  `alter table audit_log add column outcome text not null default 'ok', add column address text,
    add column count integer not null default 1`,
  // Failures of the current minute, until they become one row of the audit log.
  `create table sign_in_failures (
    email_hash bytea not null,
    minute timestamptz not null default date_trunc('minute', now()),
    outcome text not null,
    person_id bigint references people (id),
    address text not null,
    request_id text not null,
    count integer not null default 1,
    primary key (email_hash, minute, outcome)
  )`,
];

/** Second factors with recovery codes, names of sessions, and sign-ins in the audit log. */
export const secondFactors: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
