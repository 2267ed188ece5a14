import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // What was printed for which order, and by whom. Rows are only added, never changed.
  `create table order_prints (
    id bigint generated always as identity primary key,
    account_id bigint not null,
    environment text not null,
    order_id bigint not null,
    document text not null check (document in ('label', 'commercial_invoice', 'battery_label', 'packing_slip',
      'pickup_document', 'all_documents')),
    paper text not null check (paper in ('100x150', 'A4', 'A6')),
    pages int not null check (pages > 0),
    via text not null check (via in ('DASHBOARD', 'API')),
    printer_kind text not null check (printer_kind in ('person', 'staff', 'client')),
    actor text not null,
    -- As the person was called then.
    printer_name text,
    printed_at timestamptz not null default now(),
    foreign key (account_id, environment, order_id) references orders (account_id, environment, id) on delete cascade
  )`,
  `create index order_prints_order on order_prints (account_id, environment, order_id, id)`,

  // Labels of many orders, made by a worker while a person waits.
  `create table print_jobs (
    id text primary key,
    account_id bigint not null references accounts (id),
    environment text not null check (environment in ('testing', 'production')),
    created_by text not null,
    order_ids bigint[] not null,
    paper text not null check (paper in ('100x150', 'A4', 'A6')),
    per_page int not null check (per_page in (1, 4)),
    start int not null check (start between 1 and 4),
    status text not null default 'QUEUED' check (status in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
    -- Orders that the worker is through with.
    done int not null default 0,
    skipped jsonb not null default '[]',
    pages int,
    -- Claims; a job whose workers die again and again must not be claimed for ever.
    attempts int not null default 0,
    lease_token uuid,
    lease_until timestamptz,
    file bytea,
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    check ((status = 'RUNNING') = (lease_token is not null)),
    check ((status = 'DONE') = (finished_at is not null and pages is not null))
  )`,
  // A PDF is already compressed.
  `alter table print_jobs alter column file set storage external`,
  `create index print_jobs_due on print_jobs (created_at) where status in ('QUEUED', 'RUNNING')`,
  `create index print_jobs_age on print_jobs (created_at)`,
];

/** The log of prints, and print jobs. */
export const printing: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
