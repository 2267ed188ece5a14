import { z } from "zod";
import type { Problem } from "@/lib/errors";
import { list } from "@/lib/loose";
import { BULK_OPERATIONS, type BulkOperation } from "@/lib/operations";
import { MAX_BULK } from "@/lib/orders/choices";
import { ORDER_STATUSES } from "@/lib/orders/status";
import { code, orderId, paging, yesNo } from "./common";
import { defineContract } from "./contract";
import { also } from "./judge";
import { printer } from "./print";

const base = { audience: "people", tag: "Bulk actions", account: "optional" } as const;

const operationOfMany = z.enum(BULK_OPERATIONS as [BulkOperation, ...BulkOperation[]]);

const bulk = z.object({
  bulk_id: z.string(),
  operation: operationOfMany,
  state: z.enum(["RUNNING", "DONE", "STOPPED"]),
  total: z.int(),
  /** Those that it was done for. */
  done: z.int(),
  failed: z.int(),
  /** Of those that it was done for: the warehouse has to agree first. */
  requested: z.int(),
  created_by: printer.nullable(),
  create_time: z.string(),
  finish_time: z.string().nullable(),
});
export type Bulk = z.output<typeof bulk>;

const byId = z.object({ id: code(40) });

/** Either names the orders, or says how they are found. */
function whichOrders(body: { ids?: unknown; query?: unknown }): Problem[] {
  if (body.ids !== undefined && body.query !== undefined) return [{ path: ["query"], key: "idsOrQuery" }];
  return body.ids === undefined && body.query === undefined ? [{ path: ["ids"], key: "idsOrQuery" }] : [];
}

/** Values for orders that are not among them would be forgotten. */
function strangers(body: Record<string, unknown>): Problem[] {
  const ids = new Set(Array.isArray(body.ids) ? body.ids : []);
  const inputs = list(body.inputs);
  return (inputs.length > MAX_BULK ? [] : inputs).flatMap(({ id }, at): Problem[] =>
    ids.has(id) ? [] : [{ path: ["inputs", at, "id"], key: "notAmongIds" }],
  );
}

/** Texts that PostgreSQL cannot keep, wherever they are: they wait in the row of the job. */
function brokenTexts(body: Record<string, unknown>): Problem[] {
  return ["input", "inputs"].flatMap((name): Problem[] =>
    /\\u0000|\\ud[89a-f]/.test(JSON.stringify(body[name] ?? null)) ? [{ path: [name], key: "controlCharacters" }] : [],
  );
}

/** The most bulk actions of an account that wait or run, and how many that have ended are kept. */
export const MAX_OPEN_BULKS = 20;
export const MAX_KEPT_BULKS = 100;

const input = z.record(z.string(), z.unknown());

export const createBulk = defineContract("createBulk", {
  ...base,
  summary: "Do something to many orders, in the background",
  description: `To at most ${MAX_BULK} orders: those of \`ids\`, or those that the filters of a list let through now (\`query\`: of \`GET /orders\`, or of \`GET /pickpack/list\` for the warehouse's operations). \`input\` has the operation's other fields, \`inputs\` those of single orders by their ids. Each order is judged, changed and audited as by the operation itself, with the rights that the person has then.`,
  body: z.object({
    operation: operationOfMany,
    ids: z.array(orderId).min(1).max(MAX_BULK).optional(),
    query: z.record(z.string(), z.string()).optional(),
    input: input.optional(),
    inputs: z
      .array(z.object({ id: orderId, input }))
      .max(MAX_BULK)
      .optional(),
  }),
  mib: 2,
  rules: also((body) => [...whichOrders(body), ...strangers(body), ...brokenTexts(body)]),
  serverRules: true,
  response: bulk,
  creates: "bulk_id",
});

export const listBulks = defineContract("listBulks", {
  ...base,
  summary: "Bulk actions of the account's people, the latest first",
  description: `Of the last 30 days, at most ${MAX_KEPT_BULKS} that have ended. Staff who name no account see their own.`,
  query: z.object(paging),
  response: bulk,
  list: true,
});

export const readBulk = defineContract("readBulk", {
  ...base,
  summary: "How far a bulk action is",
  params: byId,
  response: bulk,
  errors: ["NOT_FOUND"],
});

export const listBulkResults = defineContract("listBulkResults", {
  ...base,
  summary: "What became of the orders of a bulk action, in their order",
  description: "Orders that it has not come to yet are not among them.",
  params: byId,
  query: z.object({ failed: yesNo.optional().describe("Y: only those that failed; N: only the others"), ...paging }),
  response: z.object({
    index: z.int(),
    id: z.string(),
    /** Of the operation's answer. */
    order_status: z.enum(ORDER_STATUSES).optional(),
    tracking_number: z.string().optional(),
    cancel_status: z.enum(["CANCELLED", "REQUESTED"]).optional(),
    error: z.looseObject({ code: z.string(), code_reason: z.string(), message: z.string() }).optional(),
  }),
  list: true,
  errors: ["NOT_FOUND"],
});
export type BulkResult = z.output<(typeof listBulkResults)["response"]>;

export const stopBulk = defineContract("stopBulk", {
  ...base,
  onFullDisk: true,
  summary: "Stop a bulk action; what is done stays, and one that has ended stays as it is",
  params: byId,
  response: bulk,
  errors: ["NOT_FOUND"],
});
