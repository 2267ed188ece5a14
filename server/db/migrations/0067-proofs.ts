import { type Kysely, sql } from "kysely";
import type { Step } from ".";

/**
 * When a session was given a password or passkey (§8.17). Sessions of before have none, so their people are asked for it
 * at their next change. A second factor counts in the session that showed it: `person_devices.factor_at` is used no
 * more, except by a previous build beside this one, until it ends.
 */
export const proofs: Step = {
  async up(db: Kysely<unknown>) {
    await sql`alter table sessions add column password_at timestamptz`.execute(db);
  },
};
