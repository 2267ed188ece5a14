import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** The service of an order without errors, on its first row. */
export const importServices: Step = {
  async up(db: Kysely<unknown>) {
    await sql`alter table import_rows add column service text`.execute(db);
  },
};
