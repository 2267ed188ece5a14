import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** Finds whether the same person has just read the same thing. */
export const auditLooks: Step = {
  async up(db: Kysely<unknown>) {
    await sql`create index audit_log_looks on audit_log (actor, account_id, operation, at)`.execute(db);
  },
};
