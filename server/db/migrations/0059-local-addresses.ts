import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** Local addresses without a country are in Hong Kong. */
export const localAddresses: Step = {
  async up(db: Kysely<unknown>) {
    await sql`update addresses set country = 'HK' where country is null and ship_type = 'local'`.execute(db);
  },
};
