/** Owns which passwords are refused (contract §8.13). Server only, so that no browser loads the list. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { judgePasswordLength } from "@/lib/contracts/session";

/** Why a password is refused; a key of the validation messages. */
export type PasswordProblem = "tooShort" | "tooLong" | "passwordCommon" | "passwordOwn";

const PRODUCT = ["sampan", "舢舨"];
/** A password with fewer different characters than this is refused as a pattern. */
const LEAST_CHARACTERS = 4;

let common: Set<string> | undefined;

/**
 * The most common passwords that are long enough, in lower case; for source and licence see `common-passwords.md` next
 * to them.
 */
function commonPasswords(): Set<string> {
  common ??= new Set(
    gunzipSync(readFileSync(join(process.cwd(), "server/accounts/sign-in/common-passwords.txt.gz")))
      .toString("utf8")
      .split("\n"),
  );
  return common;
}

/** Words that by themselves do not make a password: the product's name, the e-mail and its parts. */
function ownWords(email: string): string[] {
  const address = email.normalize("NFKC").toLowerCase();
  const [local = "", domain = ""] = address.split("@");
  const parts = [
    address,
    local,
    ...domain.split("."),
    ...address.split(/[^\p{L}\p{N}]+/u),
    ...address.split(/[^\p{L}]+/u),
  ];
  // Single letters and short numbers occur in any text.
  return [...PRODUCT, ...parts.map(plain)].filter((word) => /\p{L}.|.\p{L}|\p{N}{4}/u.test(word));
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/**
 * Whether a text consists only of these words and digits, with at least one word. Linear: each position is visited
 * once.
 */
function isMadeOf(text: string, words: readonly string[]): boolean {
  type Reached = { bare: boolean; withWord: boolean };
  const reached: (Reached | undefined)[] = [{ bare: true, withWord: false }];
  for (let at = 0; at < text.length; at++) {
    const here = reached[at];
    if (!here) continue;
    const go = (length: number, isWord: boolean) => {
      const there = reached[at + length] ?? { bare: false, withWord: false };
      there.withWord ||= here.withWord || isWord;
      there.bare ||= here.bare && !isWord;
      reached[at + length] = there;
    };
    for (const word of words) if (text.startsWith(word, at)) go(word.length, true);
    if (/\p{N}/u.test(text.charAt(at))) go(1, false);
  }
  return reached[text.length]?.withWord ?? false;
}

/** Why a password is refused for the person with this e-mail; undefined when it is accepted. */
export function passwordProblem(password: string, email: string): PasswordProblem | undefined {
  const length = judgePasswordLength(password);
  if (length) return length[0];
  const folded = password.normalize("NFKC").toLowerCase();
  if (new Set(folded).size < LEAST_CHARACTERS || commonPasswords().has(folded)) return "passwordCommon";
  return isMadeOf(plain(folded), ownWords(email)) ? "passwordOwn" : undefined;
}
