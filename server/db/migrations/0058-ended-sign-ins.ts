import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** People who were removed for good, whose names stay beside what they did; and in which browser a session is. */
export const endedSignIns: Step = {
  async up(db: Kysely<unknown>) {
    await sql`alter table people add column removed_at timestamptz`.execute(db);
    await sql`alter table sessions add column device_hash bytea`.execute(db);
  },
};
