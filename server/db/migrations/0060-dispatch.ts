import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // The lists that couriers sign.
  `create table hand_overs (
    account_id bigint not null references accounts (id),
    environment text not null check (environment in ('testing', 'production')),
    id text not null,
    -- In Hong Kong.
    day date not null,
    created_by text not null,
    created_by_name text,
    created_at timestamptz not null default clock_timestamp(),
    signed_at timestamptz,
    signed_by text,
    signature text,
    primary key (account_id, environment, id),
    check (signed_at is not null or (signed_by is null and signature is null))
  )`,
  `create index hand_overs_newest on hand_overs (account_id, environment, created_at desc, id)`,
  `create index hand_overs_of_day on hand_overs (account_id, environment, day, created_at desc, id)`,
  `create index hand_overs_old on hand_overs (created_at) where signed_by is not null or created_by_name is not null`,
  // Parcels that left the merchant's house. A scan moves no order.
  `create table dispatch_scans (
    account_id bigint not null,
    environment text not null,
    order_id bigint not null,
    parcel int not null check (parcel > 0),
    actor text not null,
    actor_name text,
    scanned_at timestamptz not null default clock_timestamp(),
    hand_over_id text,
    primary key (account_id, environment, order_id, parcel),
    foreign key (account_id, environment, order_id) references orders (account_id, environment, id) on delete cascade,
    foreign key (account_id, environment, hand_over_id) references hand_overs (account_id, environment, id)
  )`,
  `create index dispatch_scans_newest on dispatch_scans (account_id, environment, scanned_at, order_id)`,
  `create index dispatch_scans_of_list on dispatch_scans (account_id, environment, hand_over_id)
    where hand_over_id is not null`,
];

/** What leaves on a day: parcels scanned out, and hand-over lists. */
export const dispatch: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
