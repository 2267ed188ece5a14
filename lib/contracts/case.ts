import { z } from "zod";
import { CASE_KINDS, CLOSE_REASONS } from "@/lib/cases";
import { ORDER_STATUSES } from "@/lib/orders/status";
import { choice, code, date, optionalText, paging } from "./common";
import { defineContract } from "./contract";
import { visit } from "./support";

const base = { account: "optional", audience: "people", tag: "Review queue" } as const;
const person = z.object({ id: z.string(), name: z.string() }).nullable();

const caseRow = z.object({
  case_id: z.string(),
  kind: z.enum(CASE_KINDS),
  account_id: z.string(),
  account_name: z.string(),
  account_pick_pack: z.boolean(),
  /** Of the order, or of the endpoint. */
  order_id: z.string().nullable(),
  webhook_id: z.string().nullable(),
  reference: z.string().nullable(),
  recipient_name: z.string().nullable(),
  recipient_country: z.string().nullable(),
  order_status: z.enum(ORDER_STATUSES).nullable(),
  estimated_delivery: z.string().nullable(),
  /** What the carrier said in the scan that brought the order into its state. */
  sub_status: z.string().nullable(),
  description: z.string().nullable(),
  webhook_url: z.string().nullable(),
  /** Since when it is so. */
  opened_time: z.string(),
  age_minutes: z.int(),
  target_hours: z.int(),
  claimed_by: person,
  claimed_time: z.string().nullable(),
  closed_time: z.string().nullable(),
  closed_by: person,
  closed_as: z.enum([...CLOSE_REASONS, "SETTLED"]).nullable(),
  note: z.string().nullable(),
});
export type CaseRow = z.output<typeof caseRow>;

/** What narrows the queue, but for the kind. */
const filters = {
  state: choice(["open", "closed"]).default("open"),
  claimed: choice(["mine", "none"]).optional(),
  account_id: code(15).optional(),
};

export const listCases = defineContract("listCases", {
  ...base,
  summary: "List the review queue, the most urgent first: by age against target; closed ones by when they were closed",
  query: z.object({ kind: choice(CASE_KINDS).optional(), ...filters, ...paging }),
  response: caseRow,
  list: true,
});
export type ListCasesQuery = z.output<NonNullable<typeof listCases.query>>;

export const countCases = defineContract("countCases", {
  ...base,
  summary: "Count the open cases: all, one's own, those that are not claimed, and by kind",
  query: z.object({ account_id: code(15).optional() }),
  response: z.object({
    all: z.int(),
    mine: z.int(),
    unclaimed: z.int(),
    kinds: z.record(z.enum(CASE_KINDS), z.int()),
  }),
});

export const readCase = defineContract("readCase", {
  ...base,
  summary: "Read a case",
  params: z.object({ case_id: code(40) }),
  response: caseRow.extend({
    /** Open cases of the merchant. */
    open_of_account: z.int(),
    /** The caller's visit of the merchant (contract §8.22), if there is one. */
    visit: visit.nullable(),
  }),
  errors: ["NOT_FOUND"],
});

const ids = z.array(code(40)).min(1).max(100);
const changed = z.object({
  done: z.array(z.string()),
  /** Those that another person has claimed, which were left as they are. */
  taken: z.array(z.object({ case_id: z.string(), claimed_by: z.string() })),
});
export type CasesChanged = z.output<typeof changed>;

export const claimCases = defineContract("claimCases", {
  ...base,
  summary: "Claim open cases; those that others have are left to them",
  body: z.object({ ids }),
  response: changed,
  errors: ["NOT_FOUND", "CASE_CLAIMED"],
});

export const releaseCases = defineContract("releaseCases", {
  ...base,
  summary: "Release open cases, no matter who has claimed them",
  body: z.object({ ids }),
  response: changed,
  errors: ["NOT_FOUND"],
});

export const closeCases = defineContract("closeCases", {
  ...base,
  summary: "Close open cases, for a reason of their kind; those that others have are left to them",
  body: z.object({ ids, closed_as: choice(CLOSE_REASONS), note: optionalText({ max: 500, lines: true }) }),
  response: changed,
  errors: ["NOT_FOUND", "CASE_CLAIMED"],
});

const figures = z.object({
  opened: z.int(),
  closed: z.int(),
  /** Of those closed, the ones that were settled without a person. */
  settled: z.int(),
  /** Age when they were closed by a person; null: none was. */
  median_minutes: z.int().nullable(),
});

export const readCaseFigures = defineContract("readCaseFigures", {
  ...base,
  summary: "Count cases by day in Hong Kong and by person, for at most 92 days; without days for the last seven",
  query: z.object({ from: date.optional(), to: date.optional() }),
  response: z.object({
    days: z.array(figures.extend({ day: z.string() })),
    people: z.array(
      z.object({ id: z.string(), name: z.string(), closed: z.int(), median_minutes: z.int().nullable() }),
    ),
  }),
});
