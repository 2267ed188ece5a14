import { z } from "zod";
import { ACTIVITY_KINDS } from "@/lib/audit-kinds";
import { ENVIRONMENTS } from "@/lib/environment";
import { VISIT_REASONS } from "@/lib/rights";
import { choice, code, date, paging } from "./common";
import { defineContract } from "./contract";
import { withDays } from "./order-filters";

const base = { audience: "people", tag: "Records" } as const;
const days = { from: date.optional(), to: date.optional() };
const facts = z.record(z.string(), z.unknown()).nullable();

const auditRow = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.string(),
  /** What the actor is called; null: a command, or an unknown or erased actor. */
  actor_name: z.string().nullable(),
  role: z.string(),
  account_id: z.string().nullable(),
  account_name: z.string().nullable(),
  environment: choice(ENVIRONMENTS),
  operation: z.string(),
  object_id: z.string().nullable(),
  outcome: z.string(),
  /** How often within a minute. */
  count: z.int(),
  before: facts,
  after: facts,
  /** Why support looked, and whether they had switched on acting; null: no visit. */
  reason: z.string().nullable(),
  acting: z.boolean().nullable(),
  address: z.string().nullable(),
  request_id: z.string(),
});
export type AuditRow = z.output<typeof auditRow>;

const filters = {
  account_id: code(15).optional(),
  /** As the log has them, such as `person:1004`; a person also by e-mail. */
  actor: code(254).optional(),
  operation: code(60).optional(),
  ...days,
};

export const listAudit = defineContract("listAudit", {
  ...base,
  account: "optional",
  summary: "List the audit log of the environment, newest first",
  query: withDays(z.object({ ...filters, ...paging }), ["from", "to"]),
  response: auditRow,
  list: true,
});

export type ListAuditQuery = z.output<NonNullable<typeof listAudit.query>>;

/** The most rows in one export of the audit log. */
export const MOST_AUDIT_ROWS = 10_000;

export const exportAudit = defineContract("exportAudit", {
  ...base,
  account: "optional",
  summary: `Export the rows of the audit log that a list's filters let through, at most ${MOST_AUDIT_ROWS}`,
  query: withDays(z.object(filters), ["from", "to"]),
  response: z.object({ format: z.literal("csv"), encoding: z.literal("base64"), content: z.string() }),
  files: [{ type: "text/csv", description: "The rows as CSV" }],
});

/** Who did it: own people and clients by name, our staff by their part. */
const ACTORS = ["person", "client", "support", "warehouse", "anyone"] as const;

const activityRow = z.object({
  id: z.string(),
  at: z.string(),
  environment: choice(ENVIRONMENTS),
  by: z.object({ kind: choice(ACTORS), id: z.string().nullable(), name: z.string().nullable() }),
  operation: z.string(),
  outcome: z.string(),
  count: z.int(),
  /** Why support looked; null: it was another actor, or support need not say. */
  reason: choice(VISIT_REASONS).nullable(),
  /** What it was done with; `name` null: it is erased, or has none. */
  object: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }).nullable(),
  /** The fields that changed. */
  fields: z.array(z.string()),
  before: facts,
  after: facts,
});
export type ActivityRow = z.output<typeof activityRow>;

export const listActivity = defineContract("listActivity", {
  ...base,
  summary: "List what happened in the account, in both environments, newest first",
  query: z.object({ kind: choice(ACTIVITY_KINDS).optional(), person_id: code(15).optional(), ...paging }),
  response: activityRow,
  list: true,
});
export type ListActivityQuery = z.output<NonNullable<typeof listActivity.query>>;
