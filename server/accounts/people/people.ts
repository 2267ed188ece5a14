import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as security from "@/lib/contracts/security";
import type * as contracts from "@/lib/contracts/session";
import { ApiError, invalid, type Problem } from "@/lib/errors";
import { type Context, personOf } from "@/server/context";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import { countedAddress } from "@/server/plain-address";
import { countOn, requireAllowed } from "@/server/rate-limits";
import { recordSecurity, recordStranger } from "../audit/audit";
import { hashSecret, linkPath } from "../clients/credentials";
import { forgetDevices } from "../sign-in/devices";
import { passwordProblem } from "../sign-in/password-rules";
import { hashPassword } from "../sign-in/passwords";
import { judgeProof } from "../sign-in/proof";
import { revokeSessionsOf } from "../sign-in/sessions";
import { mailPerson } from "../sign-in/sign-in-mails";
import { acceptInvitation, readInvitation } from "./invitations";
import { putPassword } from "./person-records";

/** Attempts to use links, or to ask for them, from one address. */
const LINK_TRIES = { minute: 20, hour: 200 };

/** Who is signed in (contract §11.4). */
export async function readMe(ctx: Context): Promise<DataOf<typeof contracts.readMe>> {
  const { id, name, email, role } = personOf(ctx);
  const account = ctx.account && { id: ctx.account.id, name: ctx.account.name, pick_pack: ctx.account.pickPack };
  return { person: { id, name, email, role: role as "owner" }, account };
}

/** Ends all sessions of the person and forgets their browsers, or all except those that the call comes with. */
export async function revokeSessions(
  ctx: Context,
  input: InputOf<typeof contracts.revokeSessions>,
): Promise<DataOf<typeof contracts.revokeSessions>> {
  const { id, sessionId } = personOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    await recordSecurity(tx, { personId: id, operation: "revokeSessions", ...ctx });
    const kept = input.but_this === "Y" ? sessionId : undefined;
    await forgetDevices(tx, id, kept);
    return { revoked: await revokeSessionsOf(tx, id, kept) };
  });
}

/**
 * Creates the path of a link with which a person sets a password; it works once, for an hour, or for 7 days if they have
 * no password yet. Mails it to them and ends their earlier links. Only its hash is stored; the text of the mail is kept
 * until the mail is sent.
 */
export async function createPasswordLink(
  db: Db,
  personId: string,
  by: Partial<Pick<Context, "address" | "requestId">> & { actor: "command" | "anyone" } = { actor: "command" },
): Promise<string> {
  return withTransaction(db, async (tx) => {
    await recordSecurity(tx, { ...by, personId, operation: "createPasswordLink" });
    return mailPasswordLink(tx, personId);
  });
}

/** The same in the transaction of a change that is recorded with it. */
export async function mailPasswordLink(tx: Tx, personId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const path = linkPath("/set-password", token);
  await sql`delete from password_links where person_id = ${personId}`.execute(tx);
  const { rows } = await sql<{ isFirst: boolean }>`
    insert into password_links (hash, person_id, expires_at)
    select ${hashSecret(token)}, id, now() + case when password_hash is null then interval '7 days' else interval '1 hour' end
    from people where id = ${personId}
    returning expires_at > now() + interval '1 day' as "isFirst"`.execute(tx);
  await mailPerson(tx, personId, { kind: "passwordLink", path, isFirst: rows[0]?.isFirst ?? false });
  return path;
}

/** Whose link it is; null when it is used up, expired or unknown. */
async function readPasswordLink(db: Db, token: string): Promise<{ personId: string; email: string } | null> {
  const { rows } = await sql<{ personId: string; email: string }>`
    select p.id as "personId", p.email from password_links l join people p on p.id = l.person_id
    where l.hash = ${hashSecret(token)} and l.used_at is null and l.expires_at > now() and p.disabled_at is null`.execute(
    db,
  );
  return rows[0] ?? null;
}

/**
 * Whose a mailed link is, and what it is for (contract §8.15, §17.4). @throws ApiError BAD_REQUEST naming `token` for one
 * that does not work; RATE_LIMIT_EXCEEDED after too many tries from one address
 */
export async function readLink(
  ctx: Pick<Context, "db" | "address">,
  { token }: InputOf<typeof contracts.readLink>,
): Promise<DataOf<typeof contracts.readLink>> {
  await limitLinkTries(ctx, "pl");
  const link = await readPasswordLink(ctx.db, token);
  if (link) return { kind: "password", email: link.email, account_name: null, name: null };
  const invitation = await readInvitation(ctx.db, token);
  if (!invitation) throw invalid({ path: ["token"], key: "linkUsed" });
  const { email, account, name } = invitation;
  return { kind: "invitation", email, account_name: account, name };
}

/**
 * Changes the caller's own password, ends their other sessions and every password link, and mails them.
 * @throws ApiError BAD_REQUEST naming `current_password`, `credential` or `password`; RATE_LIMIT_EXCEEDED after too many
 * wrong ones
 */
export async function changePassword(
  ctx: Context,
  input: InputOf<typeof security.changePassword>,
): Promise<DataOf<typeof security.changePassword>> {
  const { id, email, sessionId } = personOf(ctx);
  const given = { password: input.current_password, credential: input.credential };
  const { problem: unproved, passwordHash } = await judgeProof(ctx, given, "current_password");
  const weak = passwordProblem(input.password, email);
  const problems: Problem[] = unproved ? [unproved] : [];
  if (weak) problems.push({ path: ["password"], key: weak });
  if (problems.length > 0) throw invalid(...problems);
  const hash = await hashPassword(input.password);
  const ended = await withTransaction(ctx.db, async (tx) => {
    // Of two changes at once, the second no longer has the right current password.
    const { rows } = await sql`
      select 1 from people where id = ${id} and password_hash = coalesce(${passwordHash ?? null}::text, password_hash)
      for no key update`.execute(tx);
    if (rows.length === 0) throw invalid({ path: ["current_password"], key: "passwordWrong" });
    await putPassword(tx, id, hash);
    await sql`delete from password_links where person_id = ${id}`.execute(tx);
    await recordSecurity(tx, { personId: id, operation: "changePassword", ...ctx });
    return revokeSessionsOf(tx, id, sessionId);
  });
  return { ended };
}

/**
 * Counts an attempt of an address to use a link (`pl`) or to ask for one (`pf`).
 * @throws ApiError RATE_LIMIT_EXCEEDED
 */
export async function limitLinkTries(ctx: Pick<Context, "db" | "address">, kind: "pl" | "pf"): Promise<void> {
  const key = `${kind}:${countedAddress(ctx.address)}`;
  requireAllowed(await countOn(ctx.db, key, LINK_TRIES.minute, 1, LINK_TRIES.hour));
}

/**
 * Sets a password with a link and ends all sessions of the person, or makes the person whom an invitation invites
 * (contract §17.4). Throws BAD_REQUEST naming `token` for a link that does not work or `password` for a refused password
 * (contract §8.13), which the audit log has, and RATE_LIMIT_EXCEEDED after too many attempts from one address.
 */
export async function setPassword(
  ctx: Pick<Context, "db" | "address" | "requestId" | "environment">,
  input: InputOf<typeof contracts.setPassword>,
): Promise<DataOf<typeof contracts.setPassword>> {
  await limitLinkTries(ctx, "pl");
  const link = await readPasswordLink(ctx.db, input.token);
  return setByLink(ctx, input, link).catch(async (error: unknown) => {
    if (error instanceof ApiError && error.reason === "BAD_REQUEST") {
      const { db, address, requestId } = ctx;
      const refused = { operation: "setPassword", outcome: error.reason, address, requestId };
      await (link ? recordSecurity(db, { ...refused, personId: link.personId }) : recordStranger(db, refused));
    }
    throw error;
  });
}

async function setByLink(
  ctx: Parameters<typeof setPassword>[0],
  input: InputOf<typeof contracts.setPassword>,
  link: Awaited<ReturnType<typeof readPasswordLink>>,
): ReturnType<typeof setPassword> {
  const refusal = invalid({ path: ["token"], key: "linkUsed" });
  const holder = link ?? (await readInvitation(ctx.db, input.token));
  if (!holder) throw refusal;
  const problem = passwordProblem(input.password, holder.email);
  if (problem) throw invalid({ path: ["password"], key: problem });
  // Hashing takes long and a transaction holds a connection, so it comes first.
  const hash = await hashPassword(input.password);
  await withTransaction(ctx.db, async (tx) => {
    if (!link) {
      if (!(await acceptInvitation({ ...ctx, db: tx }, input.token, { name: input.name, passwordHash: hash })))
        throw refusal;
      return;
    }
    const { numAffectedRows } = await sql`
      update password_links set used_at = now()
      where hash = ${hashSecret(input.token)} and used_at is null and expires_at > now()`.execute(tx);
    if (Number(numAffectedRows ?? 0) !== 1) throw refusal;
    await putPassword(tx, link.personId, hash);
    await revokeSessionsOf(tx, link.personId);
    await recordSecurity(tx, { personId: link.personId, operation: "setPassword", ...ctx });
  });
  return { email: holder.email };
}
