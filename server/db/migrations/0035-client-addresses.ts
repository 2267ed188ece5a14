import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** The only addresses from which an API client may be used. */
export const clientAddresses: Step = {
  async up(db: Kysely<unknown>) {
    await sql`alter table api_clients add column allow_list text[]`.execute(db);
  },
};
