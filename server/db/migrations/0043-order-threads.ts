import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  `alter table orders add column corrected_at timestamptz`,
  `create table order_messages (
    id text primary key,
    account_id bigint not null references accounts (id),
    environment text not null check (environment in ('testing', 'production')),
    order_id bigint not null,
    kind text not null,
    side text not null check (side in ('merchant', 'support')),
    author text not null,
    text text not null,
    at timestamptz not null default clock_timestamp(),
    read_at timestamptz,
    read_by text,
    answered_at timestamptz
  )`,
  `create index order_messages_thread on order_messages (account_id, environment, order_id, at desc)`,
  // The few that wait for support, over all accounts.
  `create index order_messages_unanswered on order_messages (account_id, environment, order_id, at)
    where side = 'merchant' and answered_at is null`,
];

/** What merchants and support write to each other about an order, and when its recipient was corrected. */
export const orderThreads: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
