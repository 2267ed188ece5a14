import { z } from "zod";
import { code, lengthOf, rule, type Verdict, yesNo } from "./common";
import { defineContract } from "./contract";

const PEOPLE = ["owner", "member", "support", "warehouse"] as const;
const base = { audience: "people", tag: "Sessions" } as const;

/** Who is signed in, and for which account: staff have none, or the one they name. */
export const readMe = defineContract({
  ...base,
  id: "readMe",
  method: "GET",
  path: "/me",
  who: PEOPLE,
  summary: "Read who is signed in",
  response: z.object({
    person: z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.enum(PEOPLE) }),
    account: z.object({ id: z.string(), name: z.string(), pick_pack: z.boolean() }).nullable(),
  }),
});

export const revokeSessions = defineContract({
  ...base,
  id: "revokeSessions",
  method: "POST",
  path: "/sessions/revoke-all",
  who: PEOPLE,
  summary: "Sign out everywhere, or everywhere but here",
  body: z.object({ but_this: yesNo.default("N") }),
  response: z.object({ revoked: z.int() }),
});

const COMMON = [
  "password1234",
  "123456789012",
  "qwertyuiop12",
  "passwordpassword",
  "111111111111",
  "abcdefghijkl",
  "iloveyou1234",
];
export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 1024;

/** Why a password is refused: under 12 characters, endless, or one of the common ones. */
export function judgePassword(password: string): Verdict {
  const length = lengthOf(password);
  if (length < PASSWORD_MIN) return ["tooShort", { min: PASSWORD_MIN }];
  if (length > PASSWORD_MAX) return ["tooLong", { max: PASSWORD_MAX, length }];
  return COMMON.includes(password.toLowerCase()) || new Set(password).size < 4 ? "passwordCommon" : undefined;
}

/** Whoever has the link that was sent to them; it works once. */
export const setPassword = defineContract({
  ...base,
  id: "setPassword",
  method: "POST",
  path: "/set-password",
  who: "anyone",
  summary: "Set a password by a link",
  body: z.object({ token: code(200), password: z.string().superRefine(rule(judgePassword)) }),
  response: z.object({ email: z.string() }),
  errors: ["RATE_LIMIT_EXCEEDED"],
});
