import { z } from "zod";
import { LANGUAGES } from "@/lib/i18n/languages";
import { VISIT_REASONS } from "@/lib/rights";
import { choice, code, email, optionalText, paging, rule, text } from "./common";
import { defineContract } from "./contract";
import { personName } from "./session";
import { visit } from "./support";

const base = { audience: "people", tag: "Accounts", account: "optional" } as const;

/** What an account is: usable, or why not. */
export const ACCOUNT_STATES = ["ACTIVE", "SUSPENDED", "NO_PLAN", "CLOSED"] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** Why an account is suspended; its owners are told. */
export const SUSPENSION_REASONS = ["PAYMENT_OVERDUE", "MERCHANT_ASKED", "SECURITY", "TERMS"] as const;
export type SuspensionReason = (typeof SUSPENSION_REASONS)[number];

/** Orders of an account are counted up to this number. */
export const MOST_RECENT = 1000;

/** The highest limit of requests that an account may have. */
export const MAX_LIMIT = 1_000_000;

const facts = {
  account_id: z.string(),
  name: z.string(),
  pick_pack: z.boolean(),
  payment_plan: z.boolean(),
  suspended: z.boolean(),
  state: choice(ACCOUNT_STATES),
  create_time: z.string(),
};

/** Support finds the merchant to act for (contract §11.4, §27.1). */
export const listAccounts = defineContract("listAccounts", {
  ...base,
  summary: "Find merchants' accounts",
  query: z.object({ q: optionalText({ max: 254 }), state: choice(ACCOUNT_STATES).optional(), ...paging }),
  response: z.object({
    ...facts,
    /** Of the last 30 days in this environment; `MOST_RECENT` stands for as many or more. Null for the warehouse. */
    recent_orders: z.int().nullable(),
  }),
  list: true,
});
export type AccountRow = z.output<typeof listAccounts.response>;
export type ListAccountsQuery = z.output<NonNullable<typeof listAccounts.query>>;

const accountName = text({ max: 100, visible: true });

const limit = z
  .int()
  .superRefine(
    rule((value: number) => (value >= 1 && value <= MAX_LIMIT ? undefined : ["range", { min: 1, max: MAX_LIMIT }])),
  );

const counts = z.object({ testing: z.int(), production: z.int() });

const account = z.object({
  ...facts,
  language: choice(LANGUAGES),
  remarks_to_packer: z.boolean(),
  suspended_reason: choice(SUSPENSION_REASONS).nullable(),
  suspended_at: z.string().nullable(),
  closed_at: z.string().nullable(),
  /** Requests that each of its API clients may make in a minute and in an hour. */
  rate_minute: z.int(),
  rate_hour: z.int(),
  people: z.object({
    owners: z.int(),
    members: z.int(),
    disabled: z.int(),
    /** Open invitations, expired ones aside. */
    invited: z.int(),
    last_sign_in_at: z.string().nullable(),
  }),
  /** API clients and webhook endpoints in use; `disabled_endpoints` are more. */
  clients: counts,
  endpoints: counts,
  disabled_endpoints: counts,
  /** As in the list, in each environment. */
  recent_orders: counts,
  /** When a person in support last said why they look at it, in either environment. */
  last_visit: z.object({ at: z.string(), by: z.string(), reason: choice(VISIT_REASONS).nullable() }).nullable(),
  /** The caller's own visit of it, which must act before they change it (contract §8.22, §27.3). */
  visit: visit.nullable(),
});
export type MerchantAccount = z.output<typeof account>;

/** Opens an account whose owner starts by an invitation (contract §27.2). */
export const createAccount = defineContract("createAccount", {
  ...base,
  summary: "Open an account, and invite its owner by e-mail",
  body: z.object({
    name: accountName,
    email,
    owner_name: personName.optional(),
    language: choice(LANGUAGES),
    payment_plan: z.boolean().default(true),
    pick_pack: z.boolean().default(false),
  }),
  response: account,
  creates: "id",
});

const accountId = z.object({ account_id: code(40) });

export const readAccount = defineContract("readAccount", {
  ...base,
  summary: "Read an account: its plan and state, its limits, and how much it has",
  params: accountId,
  response: account,
  errors: ["NOT_FOUND"],
});

/** A reason comes with suspending, and only then. */
const fits = ({ suspended, suspended_reason }: { suspended?: unknown; suspended_reason?: unknown }) =>
  (suspended === true) === (suspended_reason !== undefined);

export const updateAccount = defineContract("updateAccount", {
  ...base,
  summary: "Change an account; suspending and reopening it is told to its owners",
  params: accountId,
  body: z
    .object({
      name: accountName.optional(),
      payment_plan: z.boolean().optional(),
      pick_pack: z.boolean().optional(),
      remarks_to_packer: z.boolean().optional(),
      rate_minute: limit.optional(),
      rate_hour: limit.optional(),
      suspended: z.boolean().optional(),
      suspended_reason: choice(SUSPENSION_REASONS).optional(),
    })
    .refine(fits, {
      path: ["suspended_reason"],
      params: { key: "suspensionReason" },
      when: ({ value }) => typeof value === "object" && value !== null && !Array.isArray(value),
    }),
  response: account,
  errors: ["NOT_FOUND"],
});
