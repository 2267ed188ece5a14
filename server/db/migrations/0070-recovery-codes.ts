import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/**
 * Recovery codes are hashed by argon2id, with a salt for each set (§8.17). Codes of before stay valid as they are. A
 * previous build beside this one takes no code of a set made by this one, until it ends.
 */
export const recoveryCodes: Step = {
  async up(db: Kysely<unknown>) {
    await sql`alter table recovery_codes add column salt bytea`.execute(db);
  },
};
