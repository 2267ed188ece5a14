/** Owns how often passwords and codes may be tried (contract §8.8, §8.9). */
import { setTimeout as wait } from "node:timers/promises";
import { type Context, personOf } from "@/server/context";
import type { Db } from "@/server/db/transaction";
import { countOn, requireAllowed } from "@/server/rate-limits";
import { hashSecret } from "../clients/credentials";
import { verifyPassword } from "./passwords";

/** Sign-in attempts a minute from one address (contract §8.8). */
const PER_MINUTE = 60;
/** Failures a minute for one e-mail from one address. */
const FAILURES_PER_MINUTE = 10;
/**
 * Failures an hour for one e-mail from everywhere; beyond them each attempt waits a second longer than the previous
 * one.
 */
const FAILURES_AT_ONCE = 30;
const LONGEST_WAIT_SECONDS = 10;
/** Effectively no limit: the hour's failures are counted but never refused. */
const MANY = 1_000_000;
/** Wrong codes of a second factor, for one person: few enough that six digits cannot be guessed. */
const CODES = { minute: 10, hour: 30 };

/** How an attempt ended. `factor`: the password is right, and a code is needed. `code`: the code is wrong. */
export type Outcome = "right" | "wrong" | "factor" | "code";

export type Claim = {
  /** In lower case. */
  email: string;
  stored: string | null;
  password: string;
  /** What is counted: the address, or the browser if the person has signed in with it before. */
  source: string;
  isKnown: boolean;
};

// Hashes keep the keys short, however long the e-mail that was sent.
function key(kind: string, text: string): string {
  return `${kind}:${hashSecret(text).toString("base64url")}`;
}

/** Counts an attempt to sign in from a source. @throws ApiError RATE_LIMIT_EXCEEDED after too many within a minute */
export async function countTry(db: Db, source: string): Promise<void> {
  requireAllowed(await countOn(db, key("sa", source), PER_MINUTE));
}

/**
 * Judges a password under the limits of sign-in, and after a right one whatever `next` judges. `seconds` is how long the
 * answer must wait.
 * @throws ApiError RATE_LIMIT_EXCEEDED after too many tries or failures, 503000 when too many passwords wait
 */
export async function judgePassword(
  db: Db,
  { email, stored, password, source, isKnown }: Claim,
  next: () => Promise<Outcome> = async () => "right",
): Promise<{ outcome: Outcome; seconds: number }> {
  const minute = key("sf", `${email} ${source}`);
  const hour = key("sh", isKnown ? `${email} ${source}` : email);
  await countTry(db, source);
  let failures = 0;
  // Counted as a failure until it succeeds, so that simultaneous attempts cannot pass the limit together.
  const isRight = await verifyPassword({ stored, password: password.slice(0, 1024), isKnown }, async () => {
    requireAllowed(await countOn(db, minute, FAILURES_PER_MINUTE));
    const { limit, remaining } = await countOn(db, hour, MANY, 1, MANY);
    failures = limit - remaining;
  });
  const outcome = isRight ? await next() : "wrong";
  if (outcome === "right" || outcome === "factor") {
    await countOn(db, minute, FAILURES_PER_MINUTE, -1);
    await countOn(db, hour, MANY, -1, MANY);
  }
  return { outcome, seconds: Math.min(LONGEST_WAIT_SECONDS, failures - FAILURES_AT_ONCE) };
}

/**
 * Judges a code of a person's second factor. @throws ApiError RATE_LIMIT_EXCEEDED after too many wrong ones from this
 * source
 */
export async function judgeCode(
  db: Db,
  personId: string,
  source: string,
  check: () => Promise<boolean>,
): Promise<"right" | "code"> {
  const counter = key("sc", `${personId} ${source}`);
  requireAllowed(await countOn(db, counter, CODES.minute, 1, CODES.hour));
  if (!(await check())) return "code";
  await countOn(db, counter, CODES.minute, -1, CODES.hour);
  return "right";
}

/**
 * Checks the password of the person who calls, under the limits of sign-in, which count by the session: other people's
 * failures neither slow nor refuse a person who is signed in (contract §8.9). Returns its stored form; null: it is
 * wrong. @throws ApiError RATE_LIMIT_EXCEEDED
 */
export async function checkOwnPassword(ctx: Context, password: string): Promise<string | null> {
  const { id, sessionId } = personOf(ctx);
  const { email, password_hash } = await ctx.db
    .selectFrom("people")
    .select(["email", "password_hash"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { outcome, seconds } = await judgePassword(ctx.db, {
    email: email.toLowerCase(),
    stored: password_hash,
    password,
    source: `session ${sessionId}`,
    isKnown: true,
  });
  if (seconds > 0) await wait(seconds * 1000);
  return outcome === "right" ? password_hash : null;
}

/** Checks a code of the person who calls. @throws ApiError RATE_LIMIT_EXCEEDED after too many wrong ones */
export async function checkOwnCode({ db, actor }: Context, check: () => Promise<boolean>): Promise<boolean> {
  return (await judgeCode(db, actor.id, "own", check)) === "right";
}
