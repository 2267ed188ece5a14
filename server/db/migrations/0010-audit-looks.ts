import { type Kysely, type Migration, sql } from "kysely";

/** Finds whether somebody has just had the same look. */
export const auditLooks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index audit_log_looks on audit_log (actor, account_id, operation, at)`.execute(db);
  },
};
