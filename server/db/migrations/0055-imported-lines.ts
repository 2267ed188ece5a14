import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // Lines of carriers' invoices and of lists of payouts that are applied.
  `create table imported_lines (
    -- Grows with every line.
    id bigint generated always as identity primary key,
    account_id bigint not null,
    environment text not null,
    kind text not null check (kind in ('CARRIER_INVOICE', 'PAYOUTS')),
    reference text not null,
    line text not null,
    -- The adjustment or payout that it made; null: there was nothing to change.
    made text,
    amount numeric not null,
    -- The parcel, and what it weighs by the carrier's invoice.
    order_id bigint,
    parcel integer,
    weight numeric,
    actor text not null,
    at timestamptz not null default clock_timestamp(),
    foreign key (account_id, environment, order_id) references orders (account_id, environment, id) on delete cascade
  )`,
  // A line is applied once, for every importer, and however the file's reference is written.
  `create unique index imported_lines_once on imported_lines (kind, lower(reference), line)`,
  `create index imported_lines_of_order on imported_lines (account_id, environment, order_id)
    where order_id is not null`,
];

/** What support has imported into statements. */
export const importedLines: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
