import { type Kysely, type Migration, sql } from "kysely";

const STATEMENTS = [
  // Which parcel's label it was; null: those of all.
  `alter table order_prints add column parcel int check (parcel > 0)`,
  // Who asked for a job, as called then, and when its labels were printed last.
  `alter table print_jobs
    add column printer_kind text check (printer_kind in ('person', 'staff', 'client')),
    add column printer_name text,
    add column printed_at timestamptz`,
  `create index print_jobs_own on print_jobs (account_id, environment, created_at)`,
];

/** Prints of one parcel's label, and print jobs that people find again. */
export const printJobsFoundAgain: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
