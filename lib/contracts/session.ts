import { z } from "zod";
import { code, email, lengthOf, rule, text, yesNo } from "./common";
import { defineContract } from "./contract";

/** Before a full stop without a space, as in "Mr.Ng". */
const TITLES = ["dr", "mr", "mrs", "ms", "prof", "rev", "sr", "st"];

/** Names stand in mails to strangers, whose programs make links of what looks like an address. */
function judgeName(name: string): "nameAddress" | undefined {
  const isAddress = [...name.matchAll(/([\p{L}\p{N}-]{2,})\.\p{L}{2,}/gu)].some(
    ([, before = ""]) => !TITLES.includes(before.toLowerCase()),
  );
  return isAddress || /:\/\/|\bwww\./i.test(name) ? "nameAddress" : undefined;
}

export const personName = text({ max: 100, visible: true }).superRefine(rule(judgeName));

const PEOPLE = ["owner", "member", "support", "warehouse"] as const;
const base = { audience: "people", tag: "Sessions" } as const;

/** Who is signed in, and for which account: staff have none, or the one they name. */
export const readMe = defineContract("readMe", {
  ...base,
  account: "optional",
  summary: "Read who is signed in",
  response: z.object({
    person: z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.enum(PEOPLE) }),
    account: z.object({ id: z.string(), name: z.string(), pick_pack: z.boolean() }).nullable(),
  }),
});

export const revokeSessions = defineContract("revokeSessions", {
  ...base,
  onFullDisk: true,
  account: "optional",
  summary: "Sign out everywhere, or everywhere but here",
  body: z.object({ but_this: yesNo.default("N") }),
  response: z.object({ revoked: z.int() }),
});

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 1024;

/** Whether a password is too short or too long; the server judges it further (contract §8.13). */
export function judgePasswordLength(
  password: string,
): ["tooShort", { min: number }] | ["tooLong", { max: number; length: number }] | undefined {
  const length = lengthOf(password);
  if (length < PASSWORD_MIN) return ["tooShort", { min: PASSWORD_MIN }];
  return length > PASSWORD_MAX ? ["tooLong", { max: PASSWORD_MAX, length }] : undefined;
}

/** For anyone who has the link or invitation that was sent to them; it works once. */
export const setPassword = defineContract("setPassword", {
  ...base,
  account: "none",
  summary: "Set a password by a link",
  body: z.object({
    token: code(200),
    password: z.string().superRefine(rule(judgePasswordLength)),
    // Only an invitation's holder has no name yet.
    name: personName.optional(),
  }),
  response: z.object({ email: z.string() }),
  errors: ["RATE_LIMIT_EXCEEDED"],
});

/** For anyone who has a link: whose it is. Links have their token in the fragment, which no server sees. */
export const readLink = defineContract("readLink", {
  ...base,
  account: "none",
  onFullDisk: true,
  summary: "Read what a mailed link is for",
  body: z.object({ token: code(200) }),
  response: z.object({
    kind: z.enum(["password", "invitation"]),
    email: z.string(),
    /** Of an invitation: the account, and the name that the inviter gave. */
    account_name: z.string().nullable(),
    name: z.string().nullable(),
  }),
  errors: ["RATE_LIMIT_EXCEEDED"],
});

/** For anyone: the answer is the same whether or not a person has this e-mail (contract §8.15). */
export const forgotPassword = defineContract("forgotPassword", {
  ...base,
  account: "none",
  summary: "Have a link mailed that sets a password",
  body: z.object({ email: text({ max: 254 }).pipe(email) }),
  response: z.object({}),
  errors: ["RATE_LIMIT_EXCEEDED"],
});

export const hideFirstSteps = defineContract("hideFirstSteps", {
  audience: "people",
  tag: "People",
  summary: "Do not show the first steps of a new account any more to the caller",
  response: z.object({ hidden: z.literal(true) }),
});
