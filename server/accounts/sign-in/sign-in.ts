import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { assertion } from "@/lib/contracts/security";
import { ApiError } from "@/lib/errors";
import { database } from "@/server/db/database";
import { type Db, withTransaction } from "@/server/db/transaction";
import { env } from "@/server/env";
import { log } from "@/server/log";
import { ADDRESS_HEADER, countedAddress } from "@/server/plain-address";
import { countSignInFailure, recordSecurity } from "../audit/audit";
import { deviceHash, rememberDevice } from "./devices";
import { spendCode } from "./factors";
import { spendPasskey } from "./passkey-check";
import { type Claim, countTry, judgeCode, judgePassword, type Outcome } from "./password-check";
import { decodeSession, openSession, ownCookie, signOut } from "./sessions";
import { mailPerson } from "./sign-in-mails";

/** Why a sign-in was refused; the page turns it into a message. */
type SignInRefusal = Exclude<Outcome, "right">;

type Browsing = {
  address: string;
  userAgent: string | null;
  /** The secret of the browser, if it has one. */
  device?: string | null;
  /** In which the browser is signed in until now. */
  earlierSessionId?: string | null;
};

type Attempt = Browsing & {
  email: string;
  password: string;
  /** Of the second factor, or a recovery code. */
  code?: string;
};

/** Whose session it is, and in which browser. */
type Opened = { personId: string; sessionId: string; device: string };

type Found = {
  id: string;
  password_hash: string | null;
  last_sign_in_at: Date | null;
  knows: boolean;
  has_factor: boolean;
};

function newRequestId(): string {
  return `req_${randomUUID().replaceAll("-", "")}`;
}

/**
 * Checks e-mail, password and, if the person has a second factor, its code, and opens a session. Unknown e-mails, wrong
 * passwords and disabled people get the same answer after the same time and under the same limits; only after a right
 * password it says that a code is needed. A browser that the person has signed in with before has its own counters, so
 * that other people's attempts neither slow it down nor lock it out (contract §8.9); a code it needs like any other. `pause` waits for the given number
 * of milliseconds.
 * @throws ApiError RATE_LIMIT_EXCEEDED too many tries; 503000 too many passwords wait to be checked
 */
export async function signIn(
  db: Db,
  attempt: Attempt,
  pause: (milliseconds: number) => Promise<unknown> = wait,
): Promise<Opened | SignInRefusal> {
  const { address, device = null, code = "" } = attempt;
  const requestId = newRequestId();
  const email = attempt.email.trim().toLowerCase().slice(0, 254).replaceAll("\0", "");
  const { rows } = await sql<Found>`
    select p.id, p.password_hash, p.last_sign_in_at, d.person_id is not null as knows,
      exists (select from factors f where f.person_id = p.id and f.confirmed_at is not null) as has_factor
    from people p left join person_devices d on d.person_id = p.id and d.device_hash = ${deviceHash(device)}
    where lower(p.email) = ${email} and p.disabled_at is null`.execute(db);
  const person = rows[0];
  const source = person?.knows ? `device ${device}` : countedAddress(address);
  const claim: Claim = {
    email,
    stored: person?.password_hash ?? null,
    password: attempt.password,
    source,
    isKnown: person?.knows ?? false,
  };
  const by: Tried = { email, personId: person?.id ?? null, address, requestId };
  const judging = judgePassword(db, claim, async () => {
    if (!person?.has_factor) return "right";
    // Addresses are many: strangers share one counter, the person's own browser has its own.
    const counted = person.knows ? source : "strangers";
    return code === ""
      ? "factor"
      : judgeCode(db, person.id, counted, () => spendCode(db, person.id, code, { address, requestId }));
  });
  const { outcome, seconds } = await recordingThrottle(db, by, judging);
  // The wait holds no connection and no hashing slot. Right passwords wait too, or the wait would reveal that one is
  // right.
  if (seconds > 0) await pause(seconds * 1000);
  const opened = outcome === "right" && person ? await open(db, person, attempt, person.has_factor, requestId) : null;
  if (opened) return opened;
  // Right without a session: the person was disabled just now.
  return refuse(db, by, outcome === "right" ? "wrong" : outcome);
}

/** Who tried to sign in, and from where. */
type Tried = { email: string; personId: string | null; address: string; requestId: string };

/** Records a failed sign-in. */
async function refuse<Refusal extends string>(db: Db, by: Tried, refusal: Refusal): Promise<Refusal> {
  const { email, personId, address, requestId } = by;
  await countSignInFailure(db, { email, personId, outcome: refusal, address, requestId });
  log().warn({ requestId, address, person: personId, refusal }, "sign-in refused");
  return refusal;
}

/** Records a try that came too often, or while too many passwords waited, and refuses it. */
async function recordingThrottle<T>(db: Db, by: Tried, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError && error.reason === "RATE_LIMIT_EXCEEDED") await refuse(db, by, "throttled");
    if (error instanceof ApiError && error.reason === "SERVICE_UNAVAILABLE") await refuse(db, by, "busy");
    throw error;
  }
}

/**
 * Signs in with only a passkey (contract §8.20): what the browser has signed, as JSON. Whatever is wrong with it, and
 * for a disabled person, the answer is the same. @throws ApiError RATE_LIMIT_EXCEEDED too many tries
 */
export async function signInByPasskey(
  db: Db,
  { credential, ...place }: Browsing & { credential: string },
): Promise<Opened | "passkey"> {
  const { address, device = null } = place;
  const requestId = newRequestId();
  const given = assertion.safeParse(parseJson(credential)).data;
  const { rows } = await sql<Pick<Found, "id" | "last_sign_in_at" | "knows"> & { email: string }>`
    select p.id, p.last_sign_in_at, lower(p.email) as email, d.person_id is not null as knows
    from factors f join people p on p.id = f.person_id
    left join person_devices d on d.person_id = p.id and d.device_hash = ${deviceHash(device)}
    where f.credential_id = ${given?.id ?? ""}`.execute(db);
  const person = rows[0];
  const by: Tried = { email: person?.email ?? "passkey", personId: person?.id ?? null, address, requestId };
  await recordingThrottle(db, by, countTry(db, person?.knows ? `device ${device}` : countedAddress(address)));
  const isRight = person && given && (await spendPasskey(db, given)) === person.id;
  const opened = isRight ? await open(db, person, place, true, requestId) : null;
  return opened ?? refuse(db, by, "passkey");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Browsers send JSON; anything else is refused as a wrong passkey is.
    return null;
  }
}

/** Opens the session, which ends the browser's earlier one; null: the person was disabled meanwhile. */
async function open(
  db: Db,
  person: Pick<Found, "id" | "last_sign_in_at">,
  { address, userAgent, device = null, earlierSessionId }: Browsing,
  hasShownFactor: boolean,
  requestId: string,
): Promise<Opened | null> {
  const opened = await withTransaction(db, async (tx) => {
    const sessionId = await openSession(tx, person.id, { address, userAgent, hasShownFactor });
    if (!sessionId) return null;
    if (earlierSessionId) await signOut(tx, earlierSessionId);
    const browser = await rememberDevice(tx, person.id, device, sessionId);
    await recordSecurity(tx, { personId: person.id, operation: "signIn", address, requestId });
    if (browser.isNew && person.last_sign_in_at !== null)
      await mailPerson(tx, person.id, { kind: "newDevice", address, userAgent });
    return { personId: person.id, sessionId, device: browser.secret };
  });
  if (opened) log().info({ requestId, address, person: person.id }, "signed in");
  return opened;
}

/** The browser of one request: the secret and session it came with, and the secret it has after a sign-in. */
export type Browser = {
  device: string | null;
  sessionId: string | null;
  signedInWith?: string;
  /** Nothing could be judged now; its `retry-after` says when the browser may try again. */
  putOff?: ApiError;
};

/**
 * How next-auth signs people in: its cookie carries the id of a session row, and only that row says whether it is
 * valid.
 */
export function authOptions(browser: Browser): NextAuthOptions {
  const placeOf = (headers: Record<string, unknown>): Browsing => ({
    address: String(headers[ADDRESS_HEADER] ?? "unknown"),
    userAgent: headers["user-agent"] ? String(headers["user-agent"]).slice(0, 300) : null,
    device: browser.device,
    earlierSessionId: browser.sessionId,
  });
  const answered = async (judging: Promise<Opened | SignInRefusal | "passkey">) => {
    const outcome = await judging.catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      browser.putOff = error;
      return error.reason === "RATE_LIMIT_EXCEEDED" ? "throttled" : "busy";
    });
    if (outcome === "wrong") return null;
    // next-auth hands the message to the page.
    if (typeof outcome === "string") throw new Error(outcome);
    browser.signedInWith = outcome.device;
    return { id: outcome.personId, sid: outcome.sessionId };
  };
  return {
    secret: env().appSecret,
    session: { strategy: "jwt", maxAge: 12 * 3600 },
    jwt: { decode: ({ token }) => decodeSession(token) },
    pages: { signIn: "/sign-in", error: "/sign-in", signOut: "/sign-in" },
    cookies: {
      sessionToken: ownCookie("session"),
      csrfToken: ownCookie("csrf"),
      callbackUrl: ownCookie("callback"),
    },
    providers: [
      CredentialsProvider({
        name: "Sampan",
        credentials: { email: { type: "email" }, password: { type: "password" }, code: { type: "text" } },
        async authorize(credentials, request) {
          const { db } = await database();
          const attempt = {
            email: String(credentials?.email ?? ""),
            password: String(credentials?.password ?? ""),
            code: String(credentials?.code ?? "").slice(0, 60),
            ...placeOf(request.headers ?? {}),
          };
          return answered(signIn(db, attempt));
        },
      }),
      CredentialsProvider({
        id: "passkey",
        credentials: { credential: { type: "text" } },
        async authorize(credentials, request) {
          const { db } = await database();
          const credential = String(credentials?.credential ?? "");
          return answered(signInByPasskey(db, { credential, ...placeOf(request.headers ?? {}) }));
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user && "sid" in user ? { sub: user.id, sid: user.sid } : token),
      session: ({ session }) => session,
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid === "string") await signOut((await database()).db, token.sid);
      },
    },
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
  };
}
