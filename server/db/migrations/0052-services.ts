import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  `create table service_suspensions (
    provider text primary key references providers (code),
    starts_at timestamptz not null,
    ends_at timestamptz check (ends_at > starts_at),
    notice_en text not null,
    notice_zh text not null
  )`,
  `create trigger service_suspensions_changed after insert or update or delete on service_suspensions
   for each statement execute function bump_catalogue_version()`,
  // Whole lists of a provider's pickup points.
  `create table pickup_feeds (
    id text primary key,
    provider text not null references providers (code),
    status text not null check (status in ('PLANNED', 'APPLIED', 'WITHDRAWN', 'REFUSED')),
    apply_at timestamptz not null,
    confirm_closing boolean not null,
    -- The list, while it is planned.
    points jsonb,
    -- What it changed, once it is applied.
    changes jsonb,
    opens int not null,
    moves int not null,
    closes int not null,
    same int not null,
    -- Accounts that know of it.
    told bigint[] not null default '{}',
    created_at timestamptz not null default clock_timestamp(),
    created_by text not null,
    ended_at timestamptz,
    ended_by text
  )`,
  `create index pickup_feeds_newest on pickup_feeds (created_at desc, id)`,
  `create index pickup_feeds_due on pickup_feeds (apply_at) where status = 'PLANNED'`,
];

/** Suspensions of services, and feeds of pickup points. */
export const services: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
