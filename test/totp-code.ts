import { codeAt, stepAt } from "@/server/accounts/sign-in/totp";

/** The code that an authenticator app shows for a secret, so many steps of 30 s from now. */
export function codeOf(secret: string, steps = 0): string {
  const bits = Array.from(secret.replace(/\s/g, ""), (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return codeAt(key, stepAt(Date.now()) + steps);
}
