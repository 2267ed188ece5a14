import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/session";
import { ApiError, invalid } from "@/lib/errors";
import type { Language } from "@/lib/i18n/languages";
import { type Actor, type Context, type Db, withTransaction } from "@/server/context";
import { env } from "@/server/env";
import { countOn } from "@/server/http/limits";
import { queueMail } from "@/server/mail";
import { hashSecret } from "./credentials";
import { hashPassword } from "./passwords";
import { revokeSessionsOf } from "./sessions";

/** Tries of links that one address may make; a link is 256 random bits, so this only spares us the work. */
const LINK_TRIES = { minute: 20, hour: 200 };

type PersonActor = Extract<Actor, { kind: "person" }>;

function personOf(ctx: Pick<Context, "actor">): PersonActor {
  if (ctx.actor.kind !== "person") throw new ApiError("FORBIDDEN");
  return ctx.actor;
}

/** Tells who is signed in (decisions §1.7). */
export async function readMe(ctx: Context): Promise<DataOf<typeof contracts.readMe>> {
  const { id, name, email, role } = personOf(ctx);
  const account = ctx.account && { id: ctx.account.id, name: ctx.account.name, pick_pack: ctx.account.pickPack };
  return { person: { id, name, email, role: role as "owner" }, account };
}

/** Ends all sessions of the person, or all but the one they call with. */
export async function revokeSessions(
  ctx: Context,
  input: InputOf<typeof contracts.revokeSessions>,
): Promise<DataOf<typeof contracts.revokeSessions>> {
  const { id, sessionId } = personOf(ctx);
  return { revoked: await revokeSessionsOf(ctx.db, id, input.but_this === "Y" ? sessionId : undefined) };
}

const LINK_MAIL = {
  en: {
    subject: "Set your Sampan password",
    paragraphs: [
      "With the link below you set the password of your Sampan sign-in. It works once, within 48 hours; links that you got earlier no longer work.",
      "If you did not expect this e-mail, you need not do anything: without the link your password stays as it is.",
    ],
    label: "Set your password",
  },
  "zh-Hant": {
    subject: "設定你的舢舨密碼",
    paragraphs: [
      "請使用以下連結設定你的舢舨登入密碼。連結只可使用一次，並於 48 小時內有效；之前收到的連結已失效。",
      "如果你並未要求此電郵，毋須理會：不使用連結，你的密碼不會有任何改變。",
    ],
    label: "設定密碼",
  },
} satisfies Record<Language, { subject: string; paragraphs: string[]; label: string }>;

/**
 * Makes the path of a link by which a person sets a password, good once and for 48 hours, and mails it to them; earlier
 * links of theirs end. Only its hash is stored, and the mail's words until it went.
 */
export async function createPasswordLink(db: Db, personId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const path = `/set-password?token=${token}`;
  await withTransaction(db, async (tx) => {
    await sql`delete from password_links where person_id = ${personId}`.execute(tx);
    await sql`
      insert into password_links (hash, person_id, expires_at)
      values (${hashSecret(token)}, ${personId}, now() + interval '48 hours')`.execute(tx);
    const person = await tx
      .selectFrom("people")
      .leftJoin("accounts", "accounts.id", "people.account_id")
      .select(["people.email", "people.account_id", "accounts.locale"])
      .where("people.id", "=", personId)
      .executeTakeFirstOrThrow();
    const language = (person.locale ?? "en") as Language;
    const { subject, paragraphs, label } = LINK_MAIL[language];
    await queueMail(tx, {
      accountId: person.account_id,
      recipient: person.email,
      language,
      subject,
      paragraphs,
      link: { label, url: env().appUrl + path },
    });
  });
  return path;
}

/** Whose link it is; null when it is used up, expired, or none. */
export async function readPasswordLink(db: Db, token: string): Promise<{ personId: string; email: string } | null> {
  const { rows } = await sql<{ personId: string; email: string }>`
    select p.id as "personId", p.email from password_links l join people p on p.id = l.person_id
    where l.hash = ${hashSecret(token)} and l.used_at is null and l.expires_at > now() and p.disabled_at is null`.execute(
    db,
  );
  return rows[0] ?? null;
}

/**
 * Sets a password by a link and ends all sessions of the person. Throws BAD_REQUEST naming `token` for a link that
 * does not work, RATE_LIMIT_EXCEEDED for too many tries from one address.
 */
export async function setPassword(
  ctx: Pick<Context, "db" | "address">,
  input: InputOf<typeof contracts.setPassword>,
): Promise<DataOf<typeof contracts.setPassword>> {
  const tries = await countOn(ctx.db, `pl:${ctx.address}`, LINK_TRIES.minute, 1, LINK_TRIES.hour);
  if (!tries.allowed) {
    throw new ApiError("RATE_LIMIT_EXCEEDED", {
      extra: { retry_after: tries.retryAfter },
      headers: { "retry-after": String(tries.retryAfter) },
    });
  }
  const refusal = invalid({ path: ["token"], key: "linkUsed" });
  const link = await readPasswordLink(ctx.db, input.token);
  if (!link) throw refusal;
  // Before the transaction: it takes long, and a transaction holds a connection.
  const hash = await hashPassword(input.password);
  await withTransaction(ctx.db, async (tx) => {
    const { numAffectedRows } = await sql`
      update password_links set used_at = now()
      where hash = ${hashSecret(input.token)} and used_at is null and expires_at > now()`.execute(tx);
    if (Number(numAffectedRows ?? 0) !== 1) throw refusal;
    await sql`update people set password_hash = ${hash} where id = ${link.personId}`.execute(tx);
    await revokeSessionsOf(tx, link.personId);
  });
  return { email: link.email };
}
