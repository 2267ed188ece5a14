import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { InputOf } from "@/lib/contracts/contract";
import * as contracts from "@/lib/contracts/people";
import { invalid, notFound } from "@/lib/errors";
import { isStaff } from "@/lib/roles";
import type { AccountContext, Context } from "@/server/context";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import { createOnce } from "@/server/idempotency";
import { countOn, requireAllowed } from "@/server/rate-limits";
import { MASKED, recordAudit, recordSecurity } from "../audit/audit";
import { hashSecret } from "../clients/credentials";
import { mailInvitation, mailOwnersOfChange } from "./person-mails";

type Row = {
  id: string;
  email: string;
  name: string | null;
  role: contracts.AccountRole;
  invited_by: string | null;
  created_at: Date;
  expires_at: Date;
};

function present(row: Row): contracts.Invitation {
  return {
    ...row,
    created_at: hongKongIso(row.created_at),
    expires_at: hongKongIso(row.expires_at),
    is_expired: row.expires_at.getTime() <= Date.now(),
  };
}

/** The id of a new invitation. */
export function newInvitationId(): string {
  return `in_${randomBytes(9).toString("hex")}`;
}

/** The account's invitations that are neither accepted nor withdrawn, expired ones too, with the inviter's name; staff have none there. */
function openOf(db: Db, accountId: string) {
  return db
    .selectFrom("invitations")
    .innerJoin("people", "people.id", "invitations.invited_by")
    .select([
      "invitations.id",
      "invitations.email",
      "invitations.name",
      "invitations.role",
      sql<string | null>`case when people.account_id is not null then people.name end`.as("invited_by"),
      "invitations.created_at",
      "invitations.expires_at",
    ])
    .where("invitations.account_id", "=", accountId)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null);
}

/** The open invitations of the account, the latest first. */
export async function listInvitations(ctx: AccountContext, input: InputOf<typeof contracts.listInvitations>) {
  const rows = await openOf(ctx.db, ctx.account.id)
    .orderBy("invitations.created_at", "desc")
    .orderBy("invitations.id")
    .execute();
  const from = Number(input.offset);
  return { rows: rows.slice(from, from + Number(input.limit)).map(present), total: rows.length };
}

/** Counts an invitation mail. @throws ApiError RATE_LIMIT_EXCEEDED */
async function countMail(tx: Tx, accountId: string): Promise<void> {
  const most = contracts.INVITATIONS_PER_HOUR;
  requireAllowed(await countOn(tx, `iv:${accountId}`, most, 1, most));
}

/** Makes a link's secret; only its hash is stored. */
function newToken() {
  const token = randomBytes(32).toString("base64url");
  return { token, token_hash: hashSecret(token), expires_at: sql<Date>`now() + interval '7 days'` };
}

async function answer(ctx: AccountContext, tx: Tx, id: string, operation: string) {
  const row = await openOf(tx, ctx.account.id).where("invitations.id", "=", id).executeTakeFirstOrThrow();
  const after = { role: row.role, email: MASKED };
  await recordAudit({ ...ctx, db: tx }, [ctx.account.id], { operation, objectId: id, after });
  return present(row);
}

type Invited = { id: string; email: string; role: contracts.AccountRole; name: string | undefined };

/** Writes an invitation to the account and mails it. `why`: what the mail says. */
export async function invite(
  tx: Tx,
  ctx: AccountContext,
  { id, email, role, name }: Invited,
  why: "invited" | "opened",
): Promise<void> {
  const { token, ...secret } = newToken();
  await tx
    .insertInto("invitations")
    .values({ id, account_id: ctx.account.id, email, role, name: name ?? null, invited_by: ctx.actor.id, ...secret })
    .execute();
  await mailInvitation(tx, ctx, { email, token, why });
}

/** The owners are notified when staff send or withdraw an invitation (contract §17.5). */
async function tellOwners(ctx: AccountContext, tx: Tx, email: string, did: "invited" | "uninvited"): Promise<void> {
  if (isStaff(ctx.actor.role)) await mailOwnersOfChange(tx, { account_id: ctx.account.id, name: "", email }, did);
}

/**
 * Invites an e-mail to the account; an earlier open invitation of the same e-mail ends. The answer is the same whether
 * the e-mail has a sign-in or not (contract §17.3).
 * @throws ApiError 400 when there are 50; RATE_LIMIT_EXCEEDED; idempotency_key_exists
 */
export function createInvitation(
  ctx: AccountContext,
  { email, role, name }: InputOf<typeof contracts.createInvitation>,
): Promise<contracts.Invitation> {
  const id = newInvitationId();
  return createOnce(ctx, contracts.createInvitation.id, id, async (tx) => {
    // The lock makes the second of two simultaneous calls see what the first created.
    await sql`select 1 from accounts where id = ${ctx.account.id} for no key update`.execute(tx);
    await tx
      .updateTable("invitations")
      .set({ revoked_at: new Date() })
      .where("account_id", "=", ctx.account.id)
      .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
      .where("accepted_at", "is", null)
      .where("revoked_at", "is", null)
      .execute();
    const most = contracts.MAX_INVITATIONS;
    if ((await openOf(tx, ctx.account.id).execute()).length >= most)
      throw invalid({ path: ["email"], key: "invitationLimit", params: { max: most } });
    await countMail(tx, ctx.account.id);
    await invite(tx, ctx, { id, email, role, name }, "invited");
    await tellOwners(ctx, tx, email, "invited");
    return answer(ctx, tx, id, contracts.createInvitation.id);
  });
}

/** Ends an open invitation or gives it another link. @throws ApiError NOT_FOUND */
async function changeOpen(
  tx: Tx,
  ctx: AccountContext,
  id: string,
  change: { revoked_at: Date } | Omit<ReturnType<typeof newToken>, "token">,
): Promise<{ email: string }> {
  const changed = await tx
    .updateTable("invitations")
    .set(change)
    .where("id", "=", id)
    .where("account_id", "=", ctx.account.id)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .returning("email")
    .executeTakeFirst();
  if (!changed) throw notFound();
  return changed;
}

/** Sends an invitation again, with a new link for 7 days. @throws ApiError NOT_FOUND, RATE_LIMIT_EXCEEDED */
export function resendInvitation(
  ctx: AccountContext,
  { id }: InputOf<typeof contracts.resendInvitation>,
): Promise<contracts.Invitation> {
  return withTransaction(ctx.db, async (tx) => {
    const { token, ...secret } = newToken();
    const { email } = await changeOpen(tx, ctx, id, secret);
    await countMail(tx, ctx.account.id);
    await mailInvitation(tx, ctx, { email, token, why: "invited" });
    return answer(ctx, tx, id, contracts.resendInvitation.id);
  });
}

/** Withdraws an invitation. @throws ApiError NOT_FOUND */
export function deleteInvitation(ctx: AccountContext, { id }: InputOf<typeof contracts.deleteInvitation>) {
  return withTransaction(ctx.db, async (tx) => {
    const { email } = await changeOpen(tx, ctx, id, { revoked_at: new Date() });
    await tellOwners(ctx, tx, email, "uninvited");
    await recordAudit({ ...ctx, db: tx }, [ctx.account.id], {
      operation: contracts.deleteInvitation.id,
      objectId: id,
    });
    return { id, deleted: true as const };
  });
}

/** Who is invited, and to which account; null when the link is used up, expired, withdrawn or unknown. */
export async function readInvitation(
  db: Db,
  token: string,
): Promise<{ email: string; name: string | null; account: string } | null> {
  const row = await db
    .selectFrom("invitations")
    .innerJoin("accounts", "accounts.id", "invitations.account_id")
    .select(["invitations.email", "invitations.name", "accounts.name as account"])
    .where("token_hash", "=", hashSecret(token))
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Makes the invited person, once: false when the link has just been used or has ended, or when a person has the e-mail
 * by now. A guest of the demonstration belongs to it, and ends with it (contract §8.5).
 */
export async function acceptInvitation(
  ctx: Pick<Context, "address" | "requestId" | "environment"> & { db: Tx },
  token: string,
  person: { name: string | undefined; passwordHash: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: string; invitation: string }>`
    with accepted as (
      update invitations set accepted_at = now()
      where token_hash = ${hashSecret(token)} and accepted_at is null and revoked_at is null and expires_at > now()
      returning *
    )
    insert into people (account_id, role, email, name, password_hash, is_demo)
    select a.account_id, a.role, a.email, coalesce(${person.name ?? null}::text, a.name, translate(split_part(a.email, '@', 1), '.', ' ')),
      ${person.passwordHash}, i.is_demo
    from accepted a join people i on i.id = a.invited_by
    on conflict (lower(email)) do nothing
    returning id, (select a.id from accepted a) as invitation`.execute(ctx.db);
  const [made] = rows;
  if (!made) return false;
  await recordSecurity(ctx.db, {
    ...ctx,
    personId: made.id,
    operation: "acceptInvitation",
    objectId: made.invitation,
  });
  return true;
}
