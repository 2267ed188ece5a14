import { z } from "zod";
import { choice, code, email, paging } from "./common";
import { defineContract } from "./contract";
import { personName } from "./session";

/** The roles of people who work for the platform. */
export const STAFF_ROLES = ["support", "warehouse"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

const base = { audience: "people", tag: "Staff", account: "optional" } as const;

const staff = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: choice(STAFF_ROLES),
  /** Whether they have set a password by their link. */
  has_password: z.boolean(),
  /** Of the demonstration, whose passwords are published. */
  is_demo: z.boolean(),
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
export type StaffPerson = z.output<typeof staff>;

const staffId = z.object({ id: code(40) });
const one = { ...base, params: staffId, response: staff, errors: ["NOT_FOUND"] } as const;

export const listStaff = defineContract("listStaff", {
  ...base,
  summary: "List the people of staff, the oldest first",
  query: z.object(paging),
  response: staff,
  list: true,
});

export const createStaff = defineContract("createStaff", {
  ...base,
  summary: "Make a person of staff, who gets a link by e-mail to set their password",
  body: z.object({ email, role: choice(STAFF_ROLES), name: personName.optional() }),
  response: staff,
});

export const updateStaff = defineContract("updateStaff", {
  ...one,
  summary: "Change name or role of a person of staff; another role ends their sessions",
  body: z.object({ name: personName.optional(), role: choice(STAFF_ROLES).optional() }),
});

export const disableStaff = defineContract("disableStaff", {
  ...one,
  onFullDisk: true,
  summary: "Disable a person of staff: they are out with their next request",
});

export const deleteStaff = defineContract("deleteStaff", {
  ...one,
  onFullDisk: true,
  summary: "Remove a person of staff for good: they are out at once, and their e-mail is free",
  response: z.object({ id: z.string(), deleted: z.literal(true) }),
});

export const enableStaff = defineContract("enableStaff", {
  ...one,
  summary: "Let a disabled person of staff sign in again",
});

export const endStaffSessions = defineContract("endStaffSessions", {
  ...one,
  onFullDisk: true,
  summary: "Sign a person of staff out everywhere",
});

export const resetStaffFactors = defineContract("resetStaffFactors", {
  ...one,
  onFullDisk: true,
  summary: "Remove the second factors of a person of staff who lost them",
});

export const sendStaffLink = defineContract("sendStaffLink", {
  ...one,
  summary: "Mail a person of staff a new link to set their password; earlier ones end",
});

const demonstration = z.object({
  /** Whether there is demonstration data, and whether its sign-ins or API clients work. */
  state: z.enum(["NONE", "ENABLED", "DISABLED"]),
  /** E-mails of its people, staff and merchants, and the ids of its API clients. */
  people: z.array(z.string()),
  clients: z.array(z.string()),
});

export const readDemonstration = defineContract("readDemonstration", {
  ...base,
  summary: "Read whether the demonstration's sign-ins work",
  response: demonstration,
});

export const disableDemonstration = defineContract("disableDemonstration", {
  ...base,
  onFullDisk: true,
  summary: "Disable the demonstration's people and API clients, and end their sessions and tokens",
  response: demonstration,
});
