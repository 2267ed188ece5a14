import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { decode, type JWT } from "next-auth/jwt";
import { COOKIES, cookieName } from "@/lib/cookies";
import { type Db, withTransaction } from "@/server/db/transaction";
import { env } from "@/server/env";
import { recordSecurity } from "../audit/audit";
import { hashSecret } from "../clients/credentials";

const isHttps = () => env().appUrl.startsWith("https://");

/** The name of a cookie here, and what every cookie says that scripts do not read. */
export function ownCookie(cookie: "session" | "device" | "csrf" | "callback") {
  const secure = isHttps();
  const options = { httpOnly: true, sameSite: "lax" as const, path: "/", secure };
  return { name: cookieName(COOKIES[cookie], secure), options };
}

/** Name of the session cookie. */
export function sessionCookieName(): string {
  return ownCookie("session").name;
}

type SeenAs = {
  address?: string | null;
  userAgent?: string | null;
  hasShownFactor?: boolean;
};

/**
 * Opens a session for a person who is not disabled and has given the password or a passkey: 12 hours at most, 8 for staff. Returns its id, of which only a hash
 * is stored; null when they are disabled. Writing the time locks the person's row, so disabling them comes either
 * before or after.
 */
export async function openSession(
  db: Db,
  personId: string,
  { address = null, userAgent = null, hasShownFactor = false }: SeenAs = {},
): Promise<string | null> {
  const id = randomBytes(32).toString("base64url");
  const { numAffectedRows } = await sql`
    with p as (
      update people set last_sign_in_at = now() where id = ${personId} and disabled_at is null returning id, account_id
    )
    insert into sessions (id_hash, person_id, expires_at, address, user_agent, factor_at, password_at)
    select ${hashSecret(id)}, p.id,
      now() + case when p.account_id is null then interval '8 hours' else interval '12 hours' end,
      ${address}, ${userAgent}, case when ${hasShownFactor} then now() end, now()
    from p`.execute(db);
  return Number(numAffectedRows) === 1 ? id : null;
}

/** Signs out: the session's cookie stops working with the next request. */
export async function signOut(db: Db, sessionId: string): Promise<void> {
  await withTransaction(db, async (tx) => {
    const { rows } = await sql<{ person_id: string; id: string }>`
      update sessions set revoked_at = now() where id_hash = ${hashSecret(sessionId)} and revoked_at is null
      returning person_id, id`.execute(tx);
    for (const { person_id, id } of rows)
      await recordSecurity(tx, { personId: person_id, operation: "signOut", objectId: id, requestId: "sign-out" });
  });
}

/** Ends every session of a person, or all except one. Returns how many ended. */
export async function revokeSessionsOf(db: Db, personId: string, butSessionId?: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update sessions set revoked_at = now()
    where person_id = ${personId} and revoked_at is null
      and (${butSessionId ?? null}::text is null or id_hash <> ${butSessionId ? hashSecret(butSessionId) : Buffer.alloc(0)})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** A cookie's value exactly as it was sent. */
export function cookie(header: string | null, name: string): string | undefined {
  return header
    ?.split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/**
 * What a session's cookie says; null: it is not ours. It may be encrypted under the present or the previous APP_SECRET,
 * so that changing the secret signs no person out.
 */
export async function decodeSession(token: string | undefined): Promise<JWT | null> {
  const { appSecret, previousAppSecret } = env();
  for (const secret of [appSecret, previousAppSecret])
    try {
      if (secret !== undefined && token !== undefined) return await decode({ token, secret });
    } catch {
      // A cookie that does not decrypt is no session; its sender is simply not signed in.
    }
  return null;
}

/** The session id in a request's cookie; null when there is no cookie or it is not ours. */
export async function sessionIdOf(request: { headers: Pick<Headers, "get"> }): Promise<string | null> {
  const value = cookie(request.headers.get("cookie"), sessionCookieName());
  if (!value) return null;
  try {
    const token = await decodeSession(decodeURIComponent(value));
    return typeof token?.sid === "string" ? token.sid : null;
  } catch {
    // Not even percent-encoded.
    return null;
  }
}
