/** Owns how often passwords and codes may be tried (contract §8.8, §8.9). */
import { setTimeout as wait } from "node:timers/promises";
import { ApiError } from "@/lib/errors";
import type { Context, Db } from "@/server/context";
import { countedAddress } from "@/server/plain-address";
import { countOn } from "@/server/rate-limits";
import { hashSecret } from "./credentials";
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
export type Outcome = "right" | "wrong" | "throttled" | "factor" | "code";

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

/** Counts an attempt to sign in from a source. False: there were too many within a minute. */
export async function countTry(db: Db, source: string): Promise<boolean> {
  return (await countOn(db, key("sa", source), PER_MINUTE)).allowed;
}

/**
 * Judges a password under the limits of sign-in, and after a right one whatever `next` judges. `seconds` is how long the
 * answer must wait.
 */
export async function judgePassword(
  db: Db,
  { email, stored, password, source, isKnown }: Claim,
  next: () => Promise<Outcome> = async () => "right",
): Promise<{ outcome: Outcome; seconds: number }> {
  const minute = key("sf", `${email} ${source}`);
  const hour = key("sh", isKnown ? `${email} ${source}` : email);
  if (!(await countTry(db, source))) return { outcome: "throttled", seconds: 0 };
  let failures = 0;
  // Counted as a failure until it succeeds, so that simultaneous attempts cannot pass the limit together.
  const isRight = await verifyPassword(stored, password.slice(0, 1024), async () => {
    if (!(await countOn(db, minute, FAILURES_PER_MINUTE)).allowed) return false;
    const { limit, remaining } = await countOn(db, hour, MANY, 1, MANY);
    failures = limit - remaining;
    return true;
  });
  if (isRight === null) return { outcome: "throttled", seconds: 0 };
  const outcome = isRight ? await next() : "wrong";
  if (outcome === "right" || outcome === "factor") {
    await countOn(db, minute, FAILURES_PER_MINUTE, -1);
    await countOn(db, hour, MANY, -1, MANY);
  }
  return { outcome, seconds: Math.min(LONGEST_WAIT_SECONDS, failures - FAILURES_AT_ONCE) };
}

/** Judges a code of a person's second factor, unless there were too many wrong ones from this source. */
export async function judgeCode(
  db: Db,
  personId: string,
  source: string,
  check: () => Promise<boolean>,
): Promise<"right" | "code" | "throttled"> {
  const counter = key("sc", `${personId} ${source}`);
  if (!(await countOn(db, counter, CODES.minute, 1, CODES.hour)).allowed) return "throttled";
  if (!(await check())) return "code";
  await countOn(db, counter, CODES.minute, -1, CODES.hour);
  return "right";
}

function tooMany(): ApiError {
  return new ApiError("RATE_LIMIT_EXCEEDED", { extra: { retry_after: 60 }, headers: { "retry-after": "60" } });
}

/**
 * Checks the password of the person who calls, under the limits of sign-in. Returns its stored form; null: it is wrong.
 * @throws ApiError RATE_LIMIT_EXCEEDED
 */
export async function checkOwnPassword({ db, actor, address }: Context, password: string): Promise<string | null> {
  const { email, password_hash } = await db
    .selectFrom("people")
    .select(["email", "password_hash"])
    .where("id", "=", actor.id)
    .executeTakeFirstOrThrow();
  const { outcome, seconds } = await judgePassword(db, {
    email: email.toLowerCase(),
    stored: password_hash,
    password,
    source: countedAddress(address),
    isKnown: false,
  });
  if (seconds > 0) await wait(seconds * 1000);
  if (outcome === "throttled") throw tooMany();
  return outcome === "right" ? password_hash : null;
}

/** Checks a code of the person who calls. @throws ApiError RATE_LIMIT_EXCEEDED after too many wrong ones */
export async function checkOwnCode({ db, actor }: Context, check: () => Promise<boolean>): Promise<boolean> {
  const outcome = await judgeCode(db, actor.id, "own", check);
  if (outcome === "throttled") throw tooMany();
  return outcome === "right";
}
