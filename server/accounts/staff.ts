/** Owns what support does with the people of staff, and with the demonstration's sign-ins (contract §27.6, §27.7). */
import { sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/staff";
import { ApiError, invalid, notFound } from "@/lib/errors";
import type { Language } from "@/lib/i18n/languages";
import { type Context, type Db, type Tx, withTransaction } from "@/server/context";
import { EmailTakenError } from "./administration-error";
import { changed, type Facts, recordAudit } from "./audit";
import { demonstration, demonstrationIsOpen, endDemonstration, requireRealStaff } from "./demonstration";
import { removeLostFactors } from "./factors";
import { mailPasswordLink } from "./people";
import {
  createPerson,
  disablePerson,
  enablePerson,
  endSessions,
  PERSONAL_FACTS,
  personFacts,
  removePerson,
  updatePerson,
} from "./person-records";
import { PRESENCE, withPresence } from "./presence";

type Person = contracts.StaffPerson;

function rows(db: Db) {
  return db
    .selectFrom("people")
    .select([
      ...(["id", "email", "name", "is_demo", "disabled_at", "last_sign_in_at"] as const),
      sql<contracts.StaffRole>`role`.as("role"),
      sql<boolean>`password_hash is not null`.as("has_password"),
      ...PRESENCE,
    ])
    .where("account_id", "is", null);
}

function present(
  row: Awaited<ReturnType<ReturnType<typeof rows>["executeTakeFirstOrThrow"]>>,
  language: Language,
): Person {
  return { ...withPresence(row, language), disabled_at: row.disabled_at && hongKongIso(row.disabled_at) };
}

async function read(db: Db, id: string, { language }: Pick<Context, "language">): Promise<Person> {
  return present(await rows(db).where("id", "=", id).executeTakeFirstOrThrow(), language);
}

/** The people of staff, the oldest first. */
export async function listStaff({ db, language }: Context, input: InputOf<typeof contracts.listStaff>) {
  const found = await rows(db).where("removed_at", "is", null).orderBy("created_at").orderBy("id").execute();
  const from = Number(input.offset);
  return {
    rows: found.slice(from, from + Number(input.limit)).map((row) => present(row, language)),
    total: found.length,
  };
}

/**
 * Makes a person of staff, who sets a password by the link that they are mailed (contract §27.6).
 * @throws ApiError FORBIDDEN to the demonstration's staff; 400 at `email` when somebody has it
 */
export async function createStaff(
  ctx: Context,
  { email, role, name }: InputOf<typeof contracts.createStaff>,
): Promise<Person> {
  await requireRealStaff(ctx);
  return withTransaction(ctx.db, async (tx) => {
    const person = { accountId: null, role, email, ...(name === undefined ? {} : { name }) };
    const { id } = await createPerson(tx, person).catch((error: unknown) => {
      throw error instanceof EmailTakenError ? invalid({ path: ["email"], key: "emailTaken" }) : error;
    });
    await mailPasswordLink(tx, id);
    const act = { operation: "createStaff", objectId: `person:${id}` };
    await recordAudit({ ...ctx, db: tx }, [null], {
      ...act,
      ...changed({}, await personFacts(tx, id), PERSONAL_FACTS),
    });
    return read(tx, id, ctx);
  });
}

/**
 * Locks the caller and the person: of two who disable each other at the same time, the second is not of support any
 * more, so that somebody of support always remains.
 */
async function lock(tx: Tx, ctx: Context, id: string): Promise<void> {
  if (!/^\d{1,15}$/.test(id)) throw notFound();
  const locked = await tx
    .selectFrom("people")
    .select(["id", "role", "is_demo", "disabled_at"])
    .where("id", "in", [id, ctx.actor.id])
    .where("account_id", "is", null)
    .where("removed_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  const caller = locked.find((each) => each.id === ctx.actor.id);
  const person = locked.find((each) => each.id === id);
  if (caller?.role !== "support" || caller.disabled_at) throw new ApiError("FORBIDDEN");
  if (!person) throw notFound();
  if (person.is_demo) throw invalid({ path: ["id"], key: "demoStaff" });
}

/** Changes a person of staff and records it, both or neither. @throws ApiError NOT_FOUND, FORBIDDEN, 400 at `id` */
async function change(ctx: Context, id: string, operation: string, work: (tx: Tx) => Promise<unknown>) {
  await requireRealStaff(ctx);
  return withTransaction(ctx.db, async (tx) => {
    await lock(tx, ctx, id);
    const before: Facts = await personFacts(tx, id);
    await work(tx);
    const facts = changed(before, await personFacts(tx, id), PERSONAL_FACTS);
    await recordAudit({ ...ctx, db: tx }, [null], { operation, objectId: `person:${id}`, ...facts });
    return read(tx, id, ctx);
  });
}

/** Nobody takes their own access: somebody else of support does. */
function requireOther({ actor }: Context, id: string): void {
  if (actor.id === id) throw invalid({ path: ["id"], key: "staffSelf" });
}

/** Changes name or role. @throws ApiError as {@link change}; 400 at `id` for one's own role */
export async function updateStaff(
  ctx: Context,
  { id, name, role }: InputOf<typeof contracts.updateStaff>,
): Promise<Person> {
  if (role !== undefined) requireOther(ctx, id);
  const given = { ...(name === undefined ? {} : { name }), ...(role === undefined ? {} : { role }) };
  return change(ctx, id, "updateStaff", (tx) => updatePerson(tx, id, given, "staff"));
}

/** Disables a person of staff. @throws ApiError as {@link change}; 400 at `id` for oneself */
export async function disableStaff(ctx: Context, { id }: InputOf<typeof contracts.disableStaff>): Promise<Person> {
  requireOther(ctx, id);
  return change(ctx, id, "disableStaff", (tx) => disablePerson(tx, id, "staff"));
}

/** Removes a person of staff for good. @throws ApiError as {@link change}; 400 at `id` for oneself */
export async function deleteStaff(
  ctx: Context,
  { id }: InputOf<typeof contracts.deleteStaff>,
): Promise<DataOf<typeof contracts.deleteStaff>> {
  requireOther(ctx, id);
  await change(ctx, id, "deleteStaff", (tx) => removePerson(tx, id, "staff"));
  return { id, deleted: true };
}

/** Lets a disabled person of staff sign in again. @throws ApiError as {@link change} */
export function enableStaff(ctx: Context, { id }: InputOf<typeof contracts.enableStaff>): Promise<Person> {
  return change(ctx, id, "enableStaff", (tx) => enablePerson(tx, id, "staff"));
}

/** Ends all sessions of a person of staff and forgets their browsers. @throws ApiError as {@link change} */
export function endStaffSessions(ctx: Context, { id }: InputOf<typeof contracts.endStaffSessions>): Promise<Person> {
  return change(ctx, id, "endStaffSessions", (tx) => endSessions(tx, id));
}

/** Removes the second factors of somebody who lost them. @throws ApiError as {@link change}; 400 at `id` for oneself */
export async function resetStaffFactors(
  ctx: Context,
  { id }: InputOf<typeof contracts.resetStaffFactors>,
): Promise<Person> {
  requireOther(ctx, id);
  return change(ctx, id, "resetStaffFactors", (tx) => removeLostFactors(tx, id));
}

/** Mails a new link that sets a password. @throws ApiError as {@link change}; 400 at `id` for a disabled person */
export function sendStaffLink(ctx: Context, { id }: InputOf<typeof contracts.sendStaffLink>): Promise<Person> {
  return change(ctx, id, "sendStaffLink", async (tx) => {
    if ((await read(tx, id, ctx)).disabled_at) throw invalid({ path: ["id"], key: "staffDisabled" });
    await mailPasswordLink(tx, id);
  });
}

type Demonstration = DataOf<typeof contracts.readDemonstration>;

/** Whether the demonstration's sign-ins work, and which there are (contract §27.7). */
export async function readDemonstration({ db }: Pick<Context, "db">): Promise<Demonstration> {
  const made = await demonstration(db);
  const isOpen = await demonstrationIsOpen(db);
  return { state: isOpen ? "ENABLED" : made.people.length > 0 ? "DISABLED" : "NONE", ...made };
}

/** Ends the demonstration (contract §27.7). @throws ApiError FORBIDDEN to its own staff, who would be out */
export async function disableDemonstration(ctx: Context): Promise<Demonstration> {
  await requireRealStaff(ctx);
  return withTransaction(ctx.db, async (tx) => {
    await endDemonstration(tx);
    await recordAudit({ ...ctx, db: tx }, [null], { operation: "endDemonstration" });
    return readDemonstration({ db: tx });
  });
}
