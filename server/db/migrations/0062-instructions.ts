import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** What merchants want done with orders that could not be delivered; it goes with the message that says it. */
export const instructions: Step = {
  async up(db: Kysely<unknown>) {
    await sql`alter table order_messages add column instruction jsonb`.execute(db);
  },
};
