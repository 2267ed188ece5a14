import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  `create table invitations (
    id text primary key,
    account_id bigint not null references accounts (id),
    email text not null,
    role text not null check (role in ('owner', 'member')),
    name text,
    token_hash bytea not null unique,
    invited_by bigint not null references people (id),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    accepted_at timestamptz,
    revoked_at timestamptz
  )`,
  // An account invites an e-mail at most once at a time.
  `create unique index invitations_open on invitations (account_id, lower(email))
    where accepted_at is null and revoked_at is null`,
  // For the deletion of old ones.
  `create index invitations_expiry on invitations (expires_at)`,
];

/** People who are invited to an account by e-mail. */
export const invitations: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
