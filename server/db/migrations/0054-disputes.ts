import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // The adjustment that a dispute is about.
  `alter table order_messages add column about text`,
  `create unique index order_messages_disputes on order_messages (account_id, environment, about)
    where kind = 'dispute'`,
  // What proves an adjustment or a dispute: about is the id of either.
  `create table order_pictures (
    account_id bigint not null,
    environment text not null,
    id text not null,
    order_id bigint not null,
    about text not null,
    type text not null,
    content bytea not null,
    actor text not null,
    at timestamptz not null default clock_timestamp(),
    primary key (account_id, environment, id),
    foreign key (account_id, environment, order_id) references orders (account_id, environment, id) on delete cascade
  )`,
  `create index order_pictures_of_order on order_pictures (account_id, environment, order_id, about)`,
];

/** Disputes of adjustments, and pictures. */
export const disputes: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
