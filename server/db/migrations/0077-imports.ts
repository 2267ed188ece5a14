import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  `create table imports (
    id text primary key,
    account_id bigint not null references accounts (id),
    environment text not null check (environment in ('testing', 'production')),
    kind text not null check (kind in ('orders', 'products')),
    name text,
    status text not null default 'CHECKING'
      check (status in ('CHECKING', 'WRONG', 'READY', 'RUNNING', 'DONE', 'CANCELLED')),
    -- The job that checks it, or makes its orders.
    job_id text not null,
    content_hash bytea not null,
    same_as text,
    has_headers boolean not null,
    -- The file's columns in its order, as lists of header and column: an object would not keep their order.
    mapping jsonb not null,
    rows int not null,
    things int not null default 0,
    wrong int not null default 0,
    ready int not null default 0,
    unpriced int not null default 0,
    done int not null default 0,
    failed int not null default 0,
    total_price numeric not null default 0,
    confirm_shipment text check (confirm_shipment in ('Y', 'N')),
    actor_kind text not null check (actor_kind in ('person', 'staff', 'client')),
    actor_name text,
    created_at timestamptz not null default now(),
    finished_at timestamptz
  )`,
  `create index imports_own on imports (account_id, environment, created_at)`,
  `create index imports_content on imports (account_id, environment, content_hash)`,
  `create index imports_age on imports (created_at)`,
  // The file as it came, until its orders are made: other columns may be chosen.
  `create table import_files (
    import_id text primary key references imports (id) on delete cascade,
    account_id bigint not null,
    environment text not null check (environment in ('testing', 'production')),
    file bytea not null
  )`,
  `create table import_rows (
    account_id bigint not null,
    environment text not null check (environment in ('testing', 'production')),
    import_id text not null references imports (id) on delete cascade,
    n int not null,
    -- The first row of its order.
    first_n int not null,
    reference text,
    -- By column: what the file says, and what was corrected since.
    cells jsonb not null,
    edits jsonb,
    state text not null check (state in ('good', 'fixed', 'wrong', 'done', 'failed')),
    problems jsonb,
    -- On the first row of an order without errors.
    price numeric,
    -- Of the order as it was checked: with other defaults it would be another one.
    fingerprint text,
    object_id text,
    primary key (import_id, n)
  )`,
  `create index import_rows_first on import_rows (import_id, first_n)`,
  `create index import_rows_object on import_rows (account_id, environment, object_id) where object_id is not null`,
  // What the columns of files with such headers were said to hold, the latest choice of each person.
  `create table import_mappings (
    account_id bigint not null references accounts (id),
    kind text not null,
    signature bytea not null,
    actor text not null,
    has_headers boolean not null,
    -- In the order of the file; what its headers are says the signature.
    columns jsonb not null,
    chosen_at timestamptz not null default now(),
    primary key (account_id, kind, signature, actor)
  )`,
  `create index import_mappings_age on import_mappings (chosen_at)`,
];

/** Files of orders and products that people and clients import. */
export const imports: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
