import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // The transactions that were visible to the one that enabled the endpoint.
  `alter table webhook_endpoints add column enabled_snapshot pg_snapshot`,
  `create index webhook_endpoints_enabled on webhook_endpoints (enabled_at) where enabled_at is not null`,
  // The transaction that saw the endpoint disabled without locking it: it may commit after a caller has enabled the
  // endpoint.
  `alter table webhook_deliveries add column held_by xid8`,
  `create index webhook_deliveries_held_by on webhook_deliveries (endpoint_id, held_by) where status = 'held' and held_by is not null`,
  // The last success before the endpoint was disabled. A successful test, or a later success, says nothing about what
  // was missed.
  `alter table webhook_endpoints add column missed_since timestamptz`,
  `update webhook_endpoints set missed_since = coalesce(last_success_at, created_at) where status = 'disabled'`,
];

/** Deliveries held while an endpoint was disabled: those released automatically, and those its owner replays. */
export const webhookEnabling: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
