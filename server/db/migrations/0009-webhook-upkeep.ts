import { type Kysely, type Migration, sql } from "kysely";

const STATEMENTS = [
  // What was first tried before somebody enabled the endpoint again says nothing of it since.
  `alter table webhook_endpoints add column enabled_at timestamptz`,
  `create index webhook_deliveries_event on webhook_deliveries (endpoint_id, event, id)`,
];

/** When an endpoint was enabled again, and the list of its deliveries by event. */
export const webhookUpkeep: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
