import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** What goods are called in a customs declaration. */
export const items: Step = {
  async up(db: Kysely<unknown>) {
    await sql`alter table products add column description text`.execute(db);
  },
};
