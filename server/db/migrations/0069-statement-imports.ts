import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // Files of lines for statements; one with large charges waits for a second person.
  `create table statement_imports (
    id text primary key,
    kind text not null check (kind in ('CARRIER_INVOICE', 'PAYOUTS')),
    reference text not null,
    csv text,
    state text not null check (state in ('WAITING', 'APPLIED', 'WITHDRAWN')),
    ready integer not null,
    accounts integer not null,
    total numeric not null,
    charges numeric not null,
    reason text,
    proposed_by text not null,
    proposed_at timestamptz not null default now(),
    decided_by text,
    decided_at timestamptz,
    check ((csv is not null) = (state = 'WAITING'))
  )`,
  `create unique index statement_imports_waiting on statement_imports (kind, lower(reference)) where state = 'WAITING'`,
  `create index statement_imports_newest on statement_imports (proposed_at, id)`,
];

/**
 * Files that are imported into statements (§26.8). A previous build applies files without such rows, and without a
 * second person, until it ends.
 */
export const statementImports: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
