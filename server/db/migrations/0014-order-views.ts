import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // Personal: the same in both environments, and invisible to others in the account.
  `create table order_views (
    id text primary key,
    person_id bigint not null references people (id),
    account_id bigint not null references accounts (id),
    name text not null,
    query jsonb not null,
    columns text[] not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create unique index order_views_name on order_views (person_id, account_id, lower(name))`,
];

/** Saved views of the order list. */
export const orderViews: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
