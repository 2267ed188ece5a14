import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // The parcel whose label was printed; null: all parcels.
  `alter table order_prints add column parcel int check (parcel > 0)`,
  // Who asked for a job (the name at that time), and when its labels were last printed.
  `alter table print_jobs
    add column printer_kind text check (printer_kind in ('person', 'staff', 'client')),
    add column printer_name text,
    add column printed_at timestamptz`,
  `create index print_jobs_own on print_jobs (account_id, environment, created_at)`,
];

/** Prints of one parcel's label, and print jobs that people can find again. */
export const printJobsFoundAgain: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
