import { sql } from "kysely";
import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { Db } from "@/server/context";
import { database } from "@/server/db/database";
import { env } from "@/server/env";
import { ADDRESS_HEADER } from "@/server/http/address";
import { countOn } from "@/server/http/limits";
import { hashSecret } from "./credentials";
import { verifyPassword } from "./passwords";
import { openSession, revokeSession, sessionCookieName } from "./sessions";

/** Sign-ins a minute and an hour that one address may try for one e-mail: nobody elsewhere is locked out by them. */
const PER_PERSON = { minute: 10, hour: 60 };
/** The same for one address, whatever the e-mail. */
const PER_ADDRESS = { minute: 60, hour: 600 };

/** Why a sign-in was refused; the page turns it into words. */
export type SignInRefusal = "wrong" | "throttled";

/**
 * Checks e-mail and password and opens a session. Unknown e-mails, wrong passwords and disabled people get the same
 * answer after the same time.
 */
export async function signIn(
  db: Db,
  attempt: { email: string; password: string; address: string; userAgent: string | null },
): Promise<{ personId: string; sessionId: string } | SignInRefusal> {
  const email = attempt.email.trim().toLowerCase().slice(0, 254);
  const who = hashSecret(`${email} ${attempt.address}`).toString("base64url");
  const counts = [
    await countOn(db, `s:${who}`, PER_PERSON.minute, 1, PER_PERSON.hour),
    await countOn(db, `sa:${attempt.address}`, PER_ADDRESS.minute, 1, PER_ADDRESS.hour),
  ];
  if (counts.some((count) => !count.allowed)) return "throttled";
  const { rows } = await sql<{ id: string; password_hash: string | null }>`
    select id, password_hash from people where lower(email) = ${email.replaceAll("\0", "")} and disabled_at is null`.execute(
    db,
  );
  const person = rows[0];
  const matches = await verifyPassword(person?.password_hash ?? null, attempt.password.slice(0, 1024));
  if (!person || !matches) return "wrong";
  const sessionId = await openSession(db, person.id, { address: attempt.address, userAgent: attempt.userAgent });
  return { personId: person.id, sessionId };
}

/** How next-auth signs people in: its cookie carries the id of a session row, which alone says whether it still holds. */
export function authOptions(): NextAuthOptions {
  const name = sessionCookieName();
  return {
    secret: env().appSecret,
    session: { strategy: "jwt", maxAge: 12 * 3600 },
    pages: { signIn: "/sign-in", error: "/sign-in", signOut: "/sign-in" },
    cookies: {
      sessionToken: {
        name,
        options: { httpOnly: true, sameSite: "lax", path: "/", secure: name.startsWith("__Host-") },
      },
    },
    providers: [
      CredentialsProvider({
        name: "Sampan",
        credentials: { email: { type: "email" }, password: { type: "password" } },
        async authorize(credentials, request) {
          const { db } = await database();
          const headers = request.headers ?? {};
          const outcome = await signIn(db, {
            email: String(credentials?.email ?? ""),
            password: String(credentials?.password ?? ""),
            address: String(headers[ADDRESS_HEADER] ?? "unknown"),
            userAgent: headers["user-agent"] ? String(headers["user-agent"]).slice(0, 300) : null,
          });
          if (outcome === "throttled") throw new Error("throttled");
          return outcome === "wrong" ? null : { id: outcome.personId, sid: outcome.sessionId };
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user && "sid" in user ? { sub: user.id, sid: user.sid } : token),
      session: ({ session }) => session,
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid === "string") await revokeSession((await database()).db, token.sid);
      },
    },
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
  };
}
