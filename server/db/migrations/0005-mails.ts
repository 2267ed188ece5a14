import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // Written in the transaction that they report on, sent by the worker.
  `create table mails (
    id bigint generated always as identity primary key,
    account_id bigint references accounts (id),
    -- Given: a second mail with the same one is not written.
    key text unique,
    recipient text not null,
    subject text not null,
    body_text text not null,
    body_html text not null,
    created_at timestamptz not null default now(),
    next_attempt_at timestamptz not null default now(),
    -- Raised by each claim, and so its fence.
    attempts int not null default 0,
    lease_until timestamptz,
    sent_at timestamptz,
    failed_at timestamptz,
    last_error text
  )`,
  `create index mails_due on mails (next_attempt_at) where sent_at is null and failed_at is null`,
  `create index mails_age on mails (created_at)`,
];

/** Mails to be sent. */
export const mails: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
