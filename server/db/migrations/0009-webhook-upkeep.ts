import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // A delivery first tried before the endpoint was enabled again says nothing about it since then.
  `alter table webhook_endpoints add column enabled_at timestamptz`,
  `create index webhook_deliveries_event on webhook_deliveries (endpoint_id, event, id)`,
];

/** When an endpoint was last enabled again, and an index on its deliveries by event. */
export const webhookUpkeep: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
