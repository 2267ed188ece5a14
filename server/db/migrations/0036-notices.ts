import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  `create table notices (
    id text primary key,
    account_id bigint not null references accounts (id),
    person_id bigint not null references people (id),
    environment text check (environment in ('testing', 'production')),
    kind text not null,
    title text not null,
    path text,
    created_at timestamptz not null default now(),
    read_at timestamptz
  )`,
  `create index notices_list on notices (person_id, created_at desc)`,
  `create index notices_unread on notices (person_id) where read_at is null`,
  // What was chosen for a person, by kind.
  `create table notice_settings (
    person_id bigint primary key references people (id),
    choices jsonb not null
  )`,
];

/** Notices in the dashboard, and who wants which of them. */
export const notices: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
