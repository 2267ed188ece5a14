import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  `create table support_visits (
    session_hash bytea not null references sessions (id_hash) on delete cascade,
    account_id bigint not null references accounts (id),
    environment text not null check (environment in ('testing', 'production')),
    reason text not null,
    acting boolean not null default false,
    expires_at timestamptz not null,
    primary key (session_hash, account_id, environment)
  )`,
  `alter table audit_log add column reason text, add column acting boolean`,
];

/** Why support looks at a merchant, for an hour of a session, and whether they act; both are in the audit log. */
export const supportVisits: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
