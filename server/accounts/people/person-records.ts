import { sql } from "kysely";
import { isStaff } from "@/lib/roles";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import { AdministrationError, EmailTakenError, LastOwnerError } from "../administration-error";
import { forgetDevices } from "../sign-in/devices";
import { hashPassword, passwordWeakness } from "../sign-in/passwords";
import { revokeSessionsOf } from "../sign-in/sessions";
import { mailPerson } from "../sign-in/sign-in-mails";
import { endDemoAtFirstPerson } from "./demo";
import { mailEndOfSignIn } from "./person-mails";

export const PERSON_ROLES = ["owner", "member", "support", "warehouse"] as const;
export type PersonRole = (typeof PERSON_ROLES)[number];

/** A person as the commands print them (contract §8.1). */
export type PersonRow = {
  email: string;
  name: string;
  role: PersonRole;
  account_id: string | null;
  /** ISO 8601 in UTC, like the next field. */
  disabled_at: string | null;
  last_sign_in_at: string | null;
};

/** Who asks for the change: staff and commands may leave an account without an owner, its own people may not. */
export type ChangedBy = "staff" | "account";

const ROW = ["email", "name", "role", "account_id", "disabled_at", "last_sign_in_at"] as const;

/** Finds a person by e-mail, ignoring case. @throws AdministrationError there is no such person */
export async function findPerson(db: Db, email: string): Promise<PersonRow & { id: string }> {
  const row = await db
    .selectFrom("people")
    .select(["id", ...ROW])
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.trim().toLowerCase()))
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (!row) throw new AdministrationError(`${email} has no sign-in`);
  const { id, ...person } = row;
  return { id, ...presentPerson(person) };
}

type Selected = Omit<PersonRow, "disabled_at" | "last_sign_in_at"> &
  Record<"disabled_at" | "last_sign_in_at", Date | null>;

function presentPerson({ disabled_at, last_sign_in_at, ...rest }: Selected): PersonRow {
  return {
    ...rest,
    disabled_at: disabled_at?.toISOString() ?? null,
    last_sign_in_at: last_sign_in_at?.toISOString() ?? null,
  };
}

async function rowOf(db: Db, id: string): Promise<PersonRow> {
  return presentPerson(await db.selectFrom("people").select(ROW).where("id", "=", id).executeTakeFirstOrThrow());
}

/** What the audit log compares of a person, and which of it is personal. */
export async function personFacts(db: Db, id: string) {
  const { disabled_at, removed_at, open_invitations, ...facts } = await db
    .selectFrom("people")
    .select(["email", "name", "role", "account_id", "disabled_at", "removed_at"])
    .select((eb) =>
      eb
        .selectFrom("invitations")
        .select((invitations) => invitations.fn.countAll<string>().as("open"))
        .whereRef("invited_by", "=", "people.id")
        .where((open) =>
          open.or([open("people.account_id", "is", null), open("account_id", "=", open.ref("people.account_id"))]),
        )
        .where("accepted_at", "is", null)
        .where("revoked_at", "is", null)
        .as("open_invitations"),
    )
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const disabled = disabled_at !== null;
  return {
    ...facts,
    disabled,
    open_invitations: Number(open_invitations) || undefined,
    ...(removed_at ? { removed: true } : {}),
  };
}
export const PERSONAL_FACTS = ["email", "name"] as const;

/** People by account, then e-mail. Staff have no account and come last. */
export async function listPeople(
  db: Db,
  filter: { email?: string; accountId?: string; role?: PersonRole },
): Promise<PersonRow[]> {
  if (filter.accountId !== undefined) await requireAccount(db, filter.accountId);
  let query = db.selectFrom("people").select(ROW).where("removed_at", "is", null);
  if (filter.email !== undefined) {
    const email = filter.email.trim().toLowerCase();
    query = query.where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email));
  }
  if (filter.accountId !== undefined) query = query.where("account_id", "=", filter.accountId);
  if (filter.role !== undefined) query = query.where("role", "=", filter.role);
  const rows = await query
    .orderBy("account_id", (order) => order.asc().nullsLast())
    .orderBy((eb) => eb.fn("lower", ["email"]))
    .execute();
  return rows.map(presentPerson);
}

/** @throws AdministrationError there is no such account */
export async function requireAccount(db: Db, accountId: string): Promise<void> {
  const account = /^\d{1,15}$/.test(accountId)
    ? await db.selectFrom("accounts").select("id").where("id", "=", accountId).executeTakeFirst()
    : undefined;
  if (!account) throw new AdministrationError(`there is no account ${accountId}`);
}

const emailTaken = (email: string) => new EmailTakenError(`${email} has a sign-in already`);

/** @throws AdministrationError this is not an e-mail address, or it is taken */
export async function requireFreeEmail(db: Db, email: string): Promise<void> {
  if (!/^[^@\s]+@[^@\s]+$/.test(email) || email.length > 254)
    throw new AdministrationError(`${email} is not an e-mail address`);
  const taken = await db
    .selectFrom("people")
    .select("id")
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
  if (taken) throw emailTaken(email);
}

/** @throws AdministrationError the password is too weak */
export function requireStrong(password: string, email: string): void {
  const weakness = passwordWeakness(password, email);
  if (weakness) throw new AdministrationError(weakness);
}

async function requireFitting(db: Db, role: PersonRole, accountId: string | null): Promise<void> {
  if (accountId !== null) await requireAccount(db, accountId);
  if (isStaff(role) && accountId !== null) throw new AdministrationError(`${role} staff belong to no account`);
  if (!isStaff(role) && accountId === null) throw new AdministrationError(`the role ${role} needs an account`);
}

/**
 * Creates a person who can sign in: staff have no account; an owner or member has one. Without a password they sign in
 * once they have set one with a link. The first real person ends the demonstration (contract §8.5).
 * @throws AdministrationError
 */
export async function createPerson(
  db: Db,
  person: {
    accountId: string | null;
    role: PersonRole;
    email: string;
    password?: string;
    name?: string;
    /** Only the demonstration data sets these; the README lists its sign-ins. */
    isDemo?: boolean;
  },
): Promise<{ id: string } & PersonRow> {
  const { isDemo = false, password } = person;
  await requireFreeEmail(db, person.email);
  await requireFitting(db, person.role, person.accountId);
  if (password !== undefined && !isDemo) requireStrong(password, person.email);
  const hash = password === undefined ? null : await hashPassword(password);
  return withTransaction(db, async (tx) => {
    const made = await tx
      .insertInto("people")
      .values({
        account_id: person.accountId,
        role: person.role,
        email: person.email,
        name: person.name ?? person.email.split("@")[0] ?? person.email,
        password_hash: hash,
        is_demo: isDemo,
      })
      .onConflict((on) => on.expression(sql`lower(email)`).doNothing())
      .returning("id")
      .executeTakeFirst();
    // The e-mail was taken since it was free.
    if (!made) throw emailTaken(person.email);
    const { id } = made;
    if (!isDemo) await endDemoAtFirstPerson(tx, id);
    return { id, ...(await rowOf(tx, id)) };
  });
}

/**
 * Locks an owner's account and refuses to remove its last owner. Two owners who disable each other at the same time
 * wait for each other here (contract §8.2). @throws LastOwnerError
 */
async function requireAnotherOwner(tx: Tx, person: { id: string; accountId: string }): Promise<void> {
  await tx.selectFrom("accounts").select("id").where("id", "=", person.accountId).forNoKeyUpdate().execute();
  const other = await tx
    .selectFrom("people")
    .select("id")
    .where("account_id", "=", person.accountId)
    .where("role", "=", "owner")
    .where("disabled_at", "is", null)
    .where("id", "<>", person.id)
    .limit(1)
    .executeTakeFirst();
  if (!other) throw new LastOwnerError("the last owner of an account can be disabled by support only");
}

async function lockPerson(tx: Tx, id: string) {
  return tx
    .selectFrom("people")
    .select(["role", "account_id"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Ends sessions and links, which belong to the password or role that the person had. */
async function endAccess(tx: Tx, id: string): Promise<number> {
  await sql`delete from password_links where person_id = ${id}`.execute(tx);
  return revokeSessionsOf(tx, id);
}

/** Ends the open invitations that a person sent: a removed person cannot come back by one of their own (contract §17.3). */
async function endInvitations(tx: Tx, id: string, accountId: string | null): Promise<void> {
  let sent = tx.updateTable("invitations").set({ revoked_at: new Date() }).where("invited_by", "=", id);
  // Staff invite to any account.
  if (accountId !== null) sent = sent.where("account_id", "=", accountId);
  await sent.where("accepted_at", "is", null).where("revoked_at", "is", null).execute();
}

/** Stores a password. A person who had one before gets a mail. */
export async function putPassword(tx: Tx, personId: string, hash: string): Promise<void> {
  const { password_hash } = await tx
    .selectFrom("people")
    .select("password_hash")
    .where("id", "=", personId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await tx.updateTable("people").set({ password_hash: hash }).where("id", "=", personId).execute();
  if (password_hash !== null) await mailPerson(tx, personId, { kind: "passwordChanged" });
}

/**
 * Changes a person. A new password or role ends their sessions. A merchant's person keeps the account unless another is
 * given; staff have none. @throws AdministrationError
 */
export async function updatePerson(
  db: Db,
  id: string,
  change: { name?: string; role?: PersonRole; accountId?: string; password?: string },
  by: ChangedBy,
): Promise<PersonRow> {
  const { email } = await rowOf(db, id);
  if (change.password !== undefined) requireStrong(change.password, email);
  // Hashing takes long and a transaction holds a connection, so it comes first.
  const hash = change.password === undefined ? undefined : await hashPassword(change.password);
  return withTransaction(db, async (tx) => {
    const before = await lockPerson(tx, id);
    const role = change.role ?? before.role;
    const accountId = change.accountId ?? (isStaff(role) ? null : before.account_id);
    await requireFitting(tx, role, accountId);
    const moves = role !== before.role || accountId !== before.account_id;
    if (moves && before.role === "owner" && before.account_id !== null && by === "account")
      await requireAnotherOwner(tx, { id, accountId: before.account_id });
    await tx
      .updateTable("people")
      .set({
        role,
        account_id: accountId,
        ...(change.name === undefined ? {} : { name: change.name }),
        ...(moves && before.role === "owner" ? { owner_until: new Date() } : {}),
      })
      .where("id", "=", id)
      .execute();
    if (hash !== undefined) await putPassword(tx, id, hash);
    if (moves) await endInvitations(tx, id, before.account_id);
    if (moves || hash !== undefined) await endAccess(tx, id);
    return rowOf(tx, id);
  });
}

/** Signs a person out everywhere and forgets their browsers (contract §8.16). Returns how many sessions ended. */
export async function endSessions(tx: Tx, id: string): Promise<number> {
  await forgetDevices(tx, id);
  return revokeSessionsOf(tx, id);
}

/** Disables a person and ends their sessions and links (contract §8.2). @throws AdministrationError */
export async function disablePerson(db: Db, id: string, by: ChangedBy): Promise<PersonRow> {
  return withTransaction(db, async (tx) => {
    const { role, account_id } = await lockPerson(tx, id);
    if (by === "account" && role === "owner" && account_id !== null)
      await requireAnotherOwner(tx, { id, accountId: account_id });
    const { numUpdatedRows } = await tx
      .updateTable("people")
      .set({ disabled_at: new Date() })
      .where("id", "=", id)
      .where("disabled_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await mailEndOfSignIn(tx, id, "disabled");
    await endInvitations(tx, id, account_id);
    await endAccess(tx, id);
    return rowOf(tx, id);
  });
}

/**
 * Removes a person for good: they are out at once, what they signed in with is deleted, and their e-mail is free. Their
 * name stays beside what they did. @throws AdministrationError
 */
export async function removePerson(tx: Tx, id: string, by: ChangedBy): Promise<void> {
  const { role, account_id } = await lockPerson(tx, id);
  if (by === "account" && role === "owner" && account_id !== null)
    await requireAnotherOwner(tx, { id, accountId: account_id });
  await mailEndOfSignIn(tx, id, "removed");
  await endInvitations(tx, id, account_id);
  await endAccess(tx, id);
  await tx.deleteFrom("factors").where("person_id", "=", id).execute();
  await tx.deleteFrom("recovery_codes").where("person_id", "=", id).execute();
  await forgetDevices(tx, id);
  await sql`update people set email = 'removed-' || id || '@removed.invalid', password_hash = null,
    disabled_at = coalesce(disabled_at, now()), removed_at = now() where id = ${id}`.execute(tx);
}

/** Lets a disabled person sign in again with their old password. */
export async function enablePerson(db: Db, id: string): Promise<PersonRow> {
  await db.updateTable("people").set({ disabled_at: null }).where("id", "=", id).execute();
  return rowOf(db, id);
}
