import { type Kysely, type Migration, sql } from "kysely";

const STATEMENTS = [
  // Which transactions the one that enabled it could see.
  `alter table webhook_endpoints add column enabled_snapshot pg_snapshot`,
  `create index webhook_endpoints_enabled on webhook_endpoints (enabled_at) where enabled_at is not null`,
  // The transaction that found the endpoint disabled without a lock on it: it may commit after somebody enabled it.
  `alter table webhook_deliveries add column held_by xid8`,
  `create index webhook_deliveries_held_by on webhook_deliveries (endpoint_id, held_by) where status = 'held' and held_by is not null`,
  // The last success before it was disabled: one of a test, or of what came later, says nothing of what was missed.
  `alter table webhook_endpoints add column missed_since timestamptz`,
  `update webhook_endpoints set missed_since = coalesce(last_success_at, created_at) where status = 'disabled'`,
];

/** What the time in which an endpoint was disabled leaves to be sent: by nobody's doing, and at its owner's word. */
export const webhookEnabling: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
