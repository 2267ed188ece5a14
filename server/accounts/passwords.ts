import { hash, verify } from "@node-rs/argon2";
import { judgePassword, PASSWORD_MAX, PASSWORD_MIN } from "@/lib/contracts/session";

// Two at a time: each takes about 20 MB and a core, and sign-ins must not starve orders of them.
const LIMIT = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function slot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= LIMIT) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

/** Why a password is refused, as an administrator reads it, or null (the rules: `judgePassword`). */
export function passwordWeakness(password: string): string | null {
  const verdict = judgePassword(password);
  if (verdict === undefined) return null;
  const key = typeof verdict === "string" ? verdict : verdict[0];
  if (key === "tooShort") return `A password has at least ${PASSWORD_MIN} characters.`;
  if (key === "tooLong") return `A password has at most ${PASSWORD_MAX} characters.`;
  return "This password is too common.";
}

/** Hashes a password with argon2id, off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return slot(() => hash(password));
}

let decoy: Promise<string> | undefined;

/** Whether the password is right; takes as long when there is no such person (`stored` null). */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("a password that nobody has");
  const against = stored ?? (await decoy);
  const matches = await slot(() => verify(against, password));
  return stored !== null && matches;
}
