import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { decode } from "next-auth/jwt";
import { SESSION_COOKIES } from "@/lib/page-request";
import type { Db } from "@/server/context";
import { env } from "@/server/env";
import { hashSecret } from "./credentials";

/** Name of the session cookie; `__Host-` binds it to this host where it travels over https. */
export function sessionCookieName(): string {
  return env().appUrl.startsWith("https://") ? SESSION_COOKIES.https : SESSION_COOKIES.http;
}

/** Opens a session of a person: 12 hours at most, 8 for staff. Returns its id, of which only a hash is stored. */
export async function openSession(
  db: Db,
  personId: string,
  seenAs: { address: string | null; userAgent: string | null } = { address: null, userAgent: null },
): Promise<string> {
  const id = randomBytes(32).toString("base64url");
  await sql`
    insert into sessions (id_hash, person_id, expires_at, address, user_agent)
    select ${hashSecret(id)}, p.id,
      now() + case when p.account_id is null then interval '8 hours' else interval '12 hours' end,
      ${seenAs.address}, ${seenAs.userAgent}
    from people p where p.id = ${personId}`.execute(db);
  return id;
}

/** Ends a session: the cookie that carries it is worth nothing from the next request on. */
export async function revokeSession(db: Db, sessionId: string): Promise<void> {
  await sql`update sessions set revoked_at = now() where id_hash = ${hashSecret(sessionId)} and revoked_at is null`.execute(
    db,
  );
}

/** Ends every session of a person, or all but one. Returns how many were ended. */
export async function revokeSessionsOf(db: Db, personId: string, butSessionId?: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update sessions set revoked_at = now()
    where person_id = ${personId} and revoked_at is null
      and (${butSessionId ?? null}::text is null or id_hash <> ${butSessionId ? hashSecret(butSessionId) : Buffer.alloc(0)})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

function cookie(header: string | null, name: string): string | undefined {
  return header
    ?.split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** The session id in a request's cookie; null when there is none or the cookie is not ours. */
export async function sessionIdOf(request: { headers: Pick<Headers, "get"> }): Promise<string | null> {
  const value = cookie(request.headers.get("cookie"), sessionCookieName());
  if (!value) return null;
  try {
    const token = await decode({ token: decodeURIComponent(value), secret: env().appSecret });
    return typeof token?.sid === "string" ? token.sid : null;
  } catch {
    // A cookie that does not decrypt is no session; whoever sent it is simply not signed in.
    return null;
  }
}
