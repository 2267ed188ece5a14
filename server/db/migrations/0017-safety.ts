import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** Counts a person's drafts. */
export const safety: Step = {
  async up(db: Kysely<unknown>) {
    await sql`create index order_drafts_person on order_drafts (person_id, environment)`.execute(db);
  },
};
