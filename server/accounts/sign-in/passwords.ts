import { hash, hashRaw, verify } from "@node-rs/argon2";
import { PASSWORD_MAX, PASSWORD_MIN } from "@/lib/contracts/session";
import { ApiError } from "@/lib/errors";
import { validationMessage } from "@/lib/i18n/validation";
import { processWide } from "@/server/process-wide";
import { passwordProblem } from "./password-rules";

// Two at a time: each hash takes about 20 MB and a core, and sign-ins must not starve orders of them.
const LIMIT = 2;
/** More that wait than this are refused: the last one would wait for several seconds. */
const MOST_WAITING = 60;
/** Some of these slots are for browsers that we know, so that strangers who fill the rest do not keep them out. */
const FOR_KNOWN = 10;
/** Sign-ins and operations share the slots. */
const slots = processWide("password-slots", () => ({ running: 0, waiting: [] as (() => void)[] }));

async function slot<T>(work: () => Promise<T>, isKnown: boolean): Promise<T> {
  const { waiting } = slots;
  if (waiting.length >= MOST_WAITING - (isKnown ? 0 : FOR_KNOWN))
    throw new ApiError("SERVICE_UNAVAILABLE", {
      message: "Too many passwords are being checked. Try again shortly.",
      headers: { "retry-after": "5" },
    });
  if (slots.running >= LIMIT) await new Promise<void>((resolve) => waiting.push(resolve));
  else slots.running++;
  try {
    return await work();
  } finally {
    // The longest waiting call takes over the slot, so that a call in between cannot.
    const next = waiting.shift();
    if (next) next();
    else slots.running--;
  }
}

/**
 * Why a password is refused for the person with this e-mail, in words for an administrator; null when it is accepted.
 */
export function passwordWeakness(password: string, email: string): string | null {
  const problem = passwordProblem(password, email);
  if (problem === undefined) return null;
  if (problem === "tooShort") return `A password has at least ${PASSWORD_MIN} characters.`;
  if (problem === "tooLong") return `A password has at most ${PASSWORD_MAX} characters.`;
  return validationMessage(problem, undefined, "en");
}

/**
 * Hashes a password with argon2id, off the main thread: for a person who is signed in, or has a link.
 * @throws ApiError 503000 too many wait
 */
export function hashPassword(password: string): Promise<string> {
  return slot(() => hash(password), true);
}

/**
 * The stored form of a recovery code, by argon2id. The codes of a set share their salt, so that one hash tells which of
 * them a code is. @throws ApiError 503000 too many wait
 */
export function hashRecoveryCode(code: string, salt: Buffer): Promise<Buffer> {
  return slot(() => hashRaw(code, { salt }), true);
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is right. Takes just as long when there is no such person (`stored` is null). `count` counts the
 * attempt or refuses it, once a slot is free, so that only a few attempts are counted but unfinished. `isKnown`: it comes
 * from a browser that the person has used.
 * @throws ApiError 503000 too many wait, and what `count` throws
 */
export async function verifyPassword(
  { stored, password, isKnown }: { stored: string | null; password: string; isKnown: boolean },
  count: () => Promise<void>,
): Promise<boolean> {
  decoy ??= hash("a password that nobody has");
  const against = stored ?? (await decoy);
  return slot(async () => {
    await count();
    const matches = await verify(against, password);
    return stored !== null && matches;
  }, isKnown);
}
