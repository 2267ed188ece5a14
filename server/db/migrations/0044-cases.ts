import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  `create table cases (
    case_id text primary key,
    account_id bigint not null references accounts (id),
    environment text not null check (environment in ('testing', 'production')),
    kind text not null,
    order_id bigint,
    webhook_id text,
    opened_at timestamptz not null,
    claimed_by bigint references people (id),
    claimed_at timestamptz,
    closed_at timestamptz,
    closed_by bigint references people (id),
    closed_as text,
    note text,
    left_at timestamptz,
    check ((order_id is null) <> (webhook_id is null)),
    check ((closed_at is null) = (closed_as is null))
  )`,
  // One for each thing and kind until the state is left, also while it is closed already.
  `create unique index cases_present on cases (account_id, environment, kind, (coalesce(order_id::text, webhook_id)))
    where left_at is null`,
  `create index cases_open on cases (environment, kind) where closed_at is null`,
  `create index cases_opened on cases (environment, opened_at)`,
  `create index cases_closed on cases (environment, closed_at) where closed_at is not null`,
];

/** The review queue of support. */
export const cases: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
