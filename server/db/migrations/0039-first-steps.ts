import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** Since when the first steps of a new account are no longer shown to a person. */
export const firstSteps: Step = {
  async up(db: Kysely<unknown>) {
    await sql`alter table people add column steps_hidden_at timestamptz`.execute(db);
  },
};
