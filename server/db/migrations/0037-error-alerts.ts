import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // Of which clients and endpoints it was reported that many calls fail; gone once that is over for an hour.
  `create table error_alerts (
    key text primary key,
    alerted_at timestamptz not null default now(),
    below_since timestamptz
  )`,
  // For the latest minutes of all accounts: rows are added in the order of time.
  `create index request_log_recent on request_log using brin (at)`,
];

/** Alerts when many calls of a client, or attempts to an endpoint, fail. */
export const errorAlerts: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

export const recentAttempts: Step = {
  indexes: { webhook_attempts_recent: "on webhook_attempts using brin (started_at)" },
};
