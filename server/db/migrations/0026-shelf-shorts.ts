import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** What a picker did not find at a line's place, beside the line's tick. */
export const shelfShorts: Step = {
  async up(db: Kysely<unknown>) {
    // Units that were not there, and units that the line had then; null: the picker did not say.
    await sql`alter table pick_pack_picks add column short bigint, add column short_of bigint`.execute(db);
  },
};
