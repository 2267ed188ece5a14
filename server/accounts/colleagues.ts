import { sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/people";
import { invalid, notFound, type Path } from "@/lib/errors";
import type { Language } from "@/lib/i18n/languages";
import { isStaff } from "@/lib/roles";
import { type AccountContext, type Db, type Tx, withTransaction } from "@/server/context";
import { LastOwnerError } from "./administration-error";
import { changed, recordAudit } from "./audit";
import { removeLostFactors } from "./factors";
import { mailOwnersOfChange } from "./person-mails";
import {
  type ChangedBy,
  disablePerson,
  enablePerson,
  endSessions,
  PERSONAL_FACTS,
  personFacts,
  removePerson,
  updatePerson,
} from "./person-records";
import { PRESENCE, withPresence } from "./presence";

type Person = contracts.AccountPerson;

const COLUMNS = ["id", "email", "name", "role", "disabled_at", "last_sign_in_at", ...PRESENCE] as const;

const select = (db: Db) => db.selectFrom("people").select(COLUMNS);

function present(
  row: Awaited<ReturnType<ReturnType<typeof select>["executeTakeFirstOrThrow"]>>,
  language: Language,
): Person {
  return {
    ...withPresence(row, language),
    // Staff have no account, so these are owners and members.
    role: row.role === "owner" ? "owner" : "member",
    disabled_at: row.disabled_at && hongKongIso(row.disabled_at),
  };
}

/** Staff may leave an account without an owner (contract §8.2). */
function by({ actor }: AccountContext): ChangedBy {
  return isStaff(actor.role) ? "staff" : "account";
}

/** The people of the caller's account, the oldest first. */
export async function listColleagues(
  { db, account, language }: AccountContext,
  input: InputOf<typeof contracts.listPeople>,
) {
  const rows = await select(db)
    .where("account_id", "=", account.id)
    .where("removed_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const from = Number(input.offset);
  return {
    rows: rows.slice(from, from + Number(input.limit)).map((row) => present(row, language)),
    total: rows.length,
  };
}

/**
 * Changes a person of the caller's account and records it, both or neither. `path`: the field at which the last owner
 * is refused. @throws ApiError NOT_FOUND for anybody else's person
 */
async function change<T>(
  ctx: AccountContext,
  id: string,
  { operation, did, path = ["id"] }: { operation: string; did: Parameters<typeof mailOwnersOfChange>[2]; path?: Path },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (!/^\d{1,15}$/.test(id)) throw notFound();
  return withTransaction(ctx.db, async (tx) => {
    const own = await tx
      .selectFrom("people")
      .select(["name", "email", "role", "account_id"])
      .where("id", "=", id)
      .where("account_id", "=", ctx.account.id)
      .where("removed_at", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!own) throw notFound();
    const before = await personFacts(tx, id);
    const result = await work(tx).catch((error: unknown) => {
      throw error instanceof LastOwnerError ? invalid({ path, key: "lastOwner" }) : error;
    });
    const act = { operation, objectId: id, ...changed(before, await personFacts(tx, id), PERSONAL_FACTS) };
    await recordAudit({ ...ctx, db: tx }, [ctx.account.id], act);
    if (isStaff(ctx.actor.role)) await mailOwnersOfChange(tx, own, did);
    return result;
  });
}

async function read(tx: Tx, id: string, { language }: Pick<AccountContext, "language">): Promise<Person> {
  return present(await select(tx).where("id", "=", id).executeTakeFirstOrThrow(), language);
}

/** Changes name or role. @throws ApiError NOT_FOUND; 400 at `role` to owners for the last one (contract §8.2) */
export function updateColleague(
  ctx: AccountContext,
  { id, name, role }: InputOf<typeof contracts.updatePerson>,
): Promise<Person> {
  return change(ctx, id, { operation: "updatePerson", did: "updated", path: ["role"] }, async (tx) => {
    const given = { ...(name === undefined ? {} : { name }), ...(role === undefined ? {} : { role }) };
    await updatePerson(tx, id, given, by(ctx));
    return read(tx, id, ctx);
  });
}

/** Disables a person. @throws ApiError NOT_FOUND; 400 at `id` to owners for the last one (contract §8.2) */
export function disableColleague(
  ctx: AccountContext,
  { id }: InputOf<typeof contracts.disablePerson>,
): Promise<Person> {
  return change(ctx, id, { operation: "disablePerson", did: "disabled" }, async (tx) => {
    await disablePerson(tx, id, by(ctx));
    return read(tx, id, ctx);
  });
}

/** Removes a person for good. @throws ApiError NOT_FOUND; 400 at `id` to owners for the last one (contract §17.2) */
export function deleteColleague(
  ctx: AccountContext,
  { id }: InputOf<typeof contracts.deletePerson>,
): Promise<DataOf<typeof contracts.deletePerson>> {
  return change(ctx, id, { operation: "deletePerson", did: "removed" }, async (tx) => {
    await removePerson(tx, id, by(ctx));
    return { id, deleted: true };
  });
}

/**
 * Lets a person sign in again. @throws ApiError NOT_FOUND; 400 at `id` for a demonstration person, whose password is
 * published, unless the demonstration itself asks
 */
export function enableColleague(ctx: AccountContext, { id }: InputOf<typeof contracts.enablePerson>): Promise<Person> {
  return change(ctx, id, { operation: "enablePerson", did: "enabled" }, async (tx) => {
    const both = await tx.selectFrom("people").select("is_demo").where("id", "in", [id, ctx.actor.id]).execute();
    if (new Set(both.map(({ is_demo }) => is_demo)).size > 1) throw invalid({ path: ["id"], key: "demoPerson" });
    await enablePerson(tx, id, "account");
    return read(tx, id, ctx);
  });
}

/**
 * Removes the second factors of somebody who lost them, and mails them (contract §8.17).
 * @throws ApiError NOT_FOUND; 400 at `id` to owners for whoever is an owner or was one within 24 hours, which takes
 * support: nobody gets at another owner's sign-in by making them a member first
 */
export function resetColleagueFactors(
  ctx: AccountContext,
  { id }: InputOf<typeof contracts.resetPersonFactors>,
): Promise<Person> {
  return change(ctx, id, { operation: "resetPersonFactors", did: "factorReset" }, async (tx) => {
    const { rows } = await sql`select 1 from people
      where id = ${id} and (role = 'owner' or owner_until > now() - interval '24 hours')`.execute(tx);
    if (rows.length > 0 && !isStaff(ctx.actor.role)) throw invalid({ path: ["id"], key: "ownerFactor" });
    await removeLostFactors(tx, id);
    return read(tx, id, ctx);
  });
}

/** Ends all sessions of a person and forgets their browsers. @throws ApiError NOT_FOUND */
export function endColleagueSessions(
  ctx: AccountContext,
  { id }: InputOf<typeof contracts.endPersonSessions>,
): Promise<DataOf<typeof contracts.endPersonSessions>> {
  return change(ctx, id, { operation: "endPersonSessions", did: "signedOut" }, async (tx) => {
    return { id, ended: await endSessions(tx, id) };
  });
}
