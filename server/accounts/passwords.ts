import { hash, verify } from "@node-rs/argon2";

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

const COMMON = [
  "password1234",
  "123456789012",
  "qwertyuiop12",
  "passwordpassword",
  "111111111111",
  "abcdefghijkl",
  "iloveyou1234",
];

/** Why a password is refused, or null: at least 12 characters, none of the common ones. */
export function passwordWeakness(password: string): string | null {
  if ([...password].length < 12) return "A password has at least 12 characters.";
  if (password.length > 1024) return "A password has at most 1024 characters.";
  if (COMMON.includes(password.toLowerCase()) || new Set(password).size < 4) return "This password is too common.";
  return null;
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
