import { z } from "zod";
import { choice, code, email, paging } from "./common";
import { defineContract } from "./contract";
import { personName } from "./session";

/** The roles of an account's own people. */
export const ACCOUNT_ROLES = ["owner", "member"] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

/** The most invitations that an account may have open, and may send in an hour. */
export const MAX_INVITATIONS = 50;
export const INVITATIONS_PER_HOUR = 20;

const base = { audience: "people", tag: "People" } as const;

const person = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: choice(ACCOUNT_ROLES),
  disabled_at: z.string().nullable(),
  last_sign_in_at: z.string().nullable(),
  last_seen_at: z.string().nullable(),
  /** The country from which they were last seen. */
  last_place: z.string().nullable(),
  /** In how many browsers they are signed in now. */
  sessions: z.int(),
  /** The kinds of second factors that they have. */
  factors: z.array(z.enum(["passkey", "totp"])),
});
export type AccountPerson = z.output<typeof person>;

const personId = z.object({ id: code(40) });

export const listPeople = defineContract("listPeople", {
  ...base,
  summary: "List the people of the account, the oldest first",
  query: z.object(paging),
  response: person,
  list: true,
});

export const updatePerson = defineContract("updatePerson", {
  ...base,
  summary: "Change a person's name or role; another role ends their sessions",
  params: personId,
  body: z.object({ name: personName.optional(), role: choice(ACCOUNT_ROLES).optional() }),
  response: person,
  errors: ["NOT_FOUND"],
});

export const disablePerson = defineContract("disablePerson", {
  ...base,
  onFullDisk: true,
  summary: "Disable a person: they are out with their next request",
  params: personId,
  response: person,
  errors: ["NOT_FOUND"],
});

export const deletePerson = defineContract("deletePerson", {
  ...base,
  onFullDisk: true,
  summary: "Remove a person for good: they are out at once, and their e-mail is free",
  params: personId,
  response: z.object({ id: z.string(), deleted: z.literal(true) }),
  errors: ["NOT_FOUND"],
});

export const enablePerson = defineContract("enablePerson", {
  ...base,
  summary: "Let a disabled person sign in again",
  params: personId,
  response: person,
  errors: ["NOT_FOUND"],
});

export const endPersonSessions = defineContract("endPersonSessions", {
  ...base,
  onFullDisk: true,
  summary: "Sign a person out everywhere",
  params: personId,
  response: z.object({ id: z.string(), ended: z.int() }),
  errors: ["NOT_FOUND"],
});

/** Owners for members, support for owners, too (contract §8.17). */
export const resetPersonFactors = defineContract("resetPersonFactors", {
  ...base,
  onFullDisk: true,
  summary: "Remove the second factors of a person who lost them",
  params: personId,
  response: person,
  errors: ["NOT_FOUND"],
});

const invitation = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: choice(ACCOUNT_ROLES),
  /** The name of the inviter; null: Sampan support. */
  invited_by: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
  is_expired: z.boolean(),
});
export type Invitation = z.output<typeof invitation>;

const invitationId = z.object({ id: code(40) });

export const listInvitations = defineContract("listInvitations", {
  ...base,
  summary: "List the invitations that are not accepted yet, the latest first",
  query: z.object(paging),
  response: invitation,
  list: true,
});

export const createInvitation = defineContract("createInvitation", {
  ...base,
  summary: "Invite a person to the account by e-mail",
  body: z.object({ email, role: choice(ACCOUNT_ROLES), name: personName.optional() }),
  response: invitation,
  creates: "id",
  errors: ["RATE_LIMIT_EXCEEDED"],
});

export const resendInvitation = defineContract("resendInvitation", {
  ...base,
  summary: "Send an invitation again, with a new link; the earlier one ends",
  params: invitationId,
  response: invitation,
  errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
});

export const deleteInvitation = defineContract("deleteInvitation", {
  ...base,
  summary: "Withdraw an invitation: its link ends",
  params: invitationId,
  response: z.object({ id: z.string(), deleted: z.literal(true) }),
  errors: ["NOT_FOUND"],
});
