import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/**
 * When a session was given a password or passkey (§8.17), and until when a person was an owner (§17.2). Sessions of
 * before have no such time, so their people are asked at their next change. A second factor counts in the session that
 * showed it: `person_devices.factor_at` is used no more, except by a previous build beside this one, until it ends.
 * Open invitations of people who are disabled or removed end. Accounts of the demonstration are marked, so that its staff
 * can be kept from all others (§8.6). Few rows; killed, it has done nothing.
 */
export const proofs: Step = {
  async up(db: Kysely<unknown>) {
    await sql`alter table sessions add column password_at timestamptz`.execute(db);
    await sql`alter table people add column owner_until timestamptz`.execute(db);
    await sql`alter table accounts add column is_demo boolean not null default false`.execute(db);
    await sql`update accounts set is_demo = true where id in (select account_id from people where is_demo)`.execute(db);
    await sql`update invitations i set revoked_at = now() from people p
      where p.id = i.invited_by and p.disabled_at is not null and i.accepted_at is null and i.revoked_at is null`.execute(
      db,
    );
  },
};
