import { sql } from "kysely";
import { ApiError } from "@/lib/errors";
import type { Context } from "@/server/context";
import { type Db, withTransaction } from "@/server/db/transaction";
import { AdministrationError } from "../administration-error";

/** What commands and the log print when the demonstration ends (contract §8.5). */
export const DEMO_ENDED =
  "The demonstration sign-ins and API clients are disabled. Where HOST says nothing else, the next start listens everywhere.";

/**
 * Whether any demonstration person or client works: their passwords and secrets are published (contract §8.4).
 */
export async function demoIsOpen(db: Db): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from people where is_demo and disabled_at is null)
      or exists (select from api_clients where is_demo and revoked_at is null) as open`.execute(db);
  return rows[0]?.open ?? false;
}

/** Whether there is demonstration data and all of it is disabled. */
export async function demoHasEnded(db: Db): Promise<boolean> {
  return !(await demoIsOpen(db)) && (await demoLogins(db)).people.length > 0;
}

/** Whether no person can sign in or ever could: only then is the demonstration data created (contract §8.4). */
export async function isUninhabited(db: Db): Promise<boolean> {
  return (await db.selectFrom("people").select("id").limit(1).executeTakeFirst()) === undefined;
}

/** Whether anyone other than the demonstration's people can sign in, or once could. */
export async function realPeopleExist(db: Db, butId = "0"): Promise<boolean> {
  const { rows } = await sql<{ real: boolean }>`
    select exists (select from people where not is_demo and id <> ${butId}) as real`.execute(db);
  return rows[0]?.real ?? false;
}

/** The people and clients of the demonstration. */
export async function demoLogins(db: Db): Promise<{ people: string[]; clients: string[] }> {
  const people = await db
    .selectFrom("people")
    .select("email")
    .where("is_demo", "=", true)
    .where("removed_at", "is", null)
    .orderBy("id")
    .execute();
  const clients = await db.selectFrom("api_clients").select("id").where("is_demo", "=", true).orderBy("id").execute();
  return { people: people.map(({ email }) => email), clients: clients.map(({ id }) => id) };
}

/** Disables the demonstration's people and clients, and ends their sessions, links and tokens (contract §8.5). */
export async function endDemo(db: Db): Promise<{ people: string[]; clients: string[] }> {
  return withTransaction(db, async (tx) => {
    await sql`update people set disabled_at = now() where is_demo and disabled_at is null`.execute(tx);
    await sql`update api_clients set revoked_at = now() where is_demo and revoked_at is null`.execute(tx);
    await sql`update sessions set revoked_at = now()
      where revoked_at is null and person_id in (select id from people where is_demo)`.execute(tx);
    await sql`delete from password_links where person_id in (select id from people where is_demo)`.execute(tx);
    await sql`delete from access_tokens where client_id in (select id from api_clients where is_demo)`.execute(tx);
    return demoLogins(tx);
  });
}

/**
 * Ends the demonstration if the person with this id is the first real one; `tx` is the transaction that creates them.
 */
export async function endDemoAtFirstPerson(tx: Db, personId: string): Promise<void> {
  if ((await demoIsOpen(tx)) && !(await realPeopleExist(tx, personId))) await endDemo(tx);
}

/**
 * Lets the demonstration's people sign in and its clients get tokens again (contract §8.7).
 * @throws AdministrationError there is no demonstration data, or others could reach the server and that was not asked
 * for
 */
export async function enableDemo(
  db: Db,
  reach: { isExposed: boolean; exposed: boolean },
): Promise<{ people: string[]; clients: string[] }> {
  const made = await demoLogins(db);
  if (!made.people.length) throw new AdministrationError("there is no demonstration data (SEED_DEMO)");
  if (reach.isExposed && !reach.exposed)
    throw new AdministrationError(
      "the server listens beyond this machine, and the README has these passwords: start it with HOST=127.0.0.1, or add --exposed",
    );
  await withTransaction(db, async (tx) => {
    await sql`update people set disabled_at = null where is_demo and removed_at is null`.execute(tx);
    await tx.updateTable("api_clients").set({ revoked_at: null }).where("is_demo", "=", true).execute();
  });
  return made;
}

/**
 * Refuses to let demonstration staff open accounts or manage staff, which only real staff may do (contract §8.6).
 * Operations that do so call it first. @throws ApiError FORBIDDEN
 */
export async function requireRealStaff({ db, actor }: Pick<Context, "db" | "actor">): Promise<void> {
  if (actor.kind !== "person") return;
  const person = await db.selectFrom("people").select("is_demo").where("id", "=", actor.id).executeTakeFirst();
  if (person?.is_demo)
    throw new ApiError("FORBIDDEN", {
      message:
        "Demonstration staff cannot open accounts or manage staff. Make the first real person of staff: " +
        "npm run admin -- person create --role support --email … --password -",
    });
}
