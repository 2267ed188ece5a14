import { z } from "zod";
import { code, date, optionalText, paging, rule } from "./common";
import { defineContract } from "./contract";
import { withDays } from "./order-filters";
import { attemptResult, DELIVERY_STATUSES, EVENT_NAMES } from "./webhook-delivery";

const base = { audience: "people", tag: "Request log" } as const;

const call = z.object({
  request_id: z.string(),
  at: z.string(),
  method: z.string(),
  path: z.string(),
  query: z.string().nullable(),
  operation: z.string(),
  status: z.int(),
  ms: z.number(),
  client_id: z.string().nullable(),
  /** What the client is called, or the person; null: they do not exist any more. */
  caller: z.string().nullable(),
  errors: z.array(z.object({ code: z.string(), field: z.string() })),
  /** Set: no call, but a time until `at` in which calls may be missing; `calls` null: it is not known how many. */
  gap: z.object({ since: z.string(), calls: z.int().nullable() }).nullable(),
});
export type LoggedCall = z.output<typeof call>;

const days = {
  from: date.optional(),
  to: date.optional(),
};
const client_id = code(60).optional();

/** A status, or all of a class. */
const status = z
  .string()
  .superRefine(
    rule((value) => (/^([2-5]xx|[2-5]\d\d)$/.test(value) ? undefined : ["choice", { choices: "2xx, 4xx, 5xx, 404" }])),
  )
  .optional();

export const listRequests = defineContract("listRequests", {
  ...base,
  summary: "List logged calls, the latest first",
  query: withDays(
    z.object({
      status,
      client_id,
      operation: code(60).optional(),
      code: code(40).optional(),
      /** Beside `code`: the field that has the error. */
      field: optionalText({ max: 200 }),
      ...days,
      q: optionalText({ max: 200 }),
      ...paging,
    }),
    ["from", "to"],
  ),
  response: call,
  list: true,
});

export const listRequestErrors = defineContract("listRequestErrors", {
  ...base,
  summary: "Count the errors of logged calls by code, field and operation, the most frequent first",
  query: withDays(z.object({ client_id, ...days, ...paging }), ["from", "to"]),
  response: z.object({
    code: z.string(),
    field: z.string(),
    operation: z.string(),
    count: z.int(),
    first_at: z.string(),
    last_at: z.string(),
  }),
  list: true,
});

export const readRequest = defineContract("readRequest", {
  ...base,
  summary: "Read one logged call with its masked bodies",
  params: z.object({ request_id: code(60) }),
  response: call.extend({
    request: z.string().nullable(),
    answer: z.string().nullable(),
    /** How it is repeated, with samples for what is masked; null: its body was cut or is a file. */
    repeat: z.object({ path: z.string(), query: z.string().nullable(), body: z.string().nullable() }).nullable(),
  }),
  errors: ["NOT_FOUND"],
});

const sent = z.object({
  delivery_id: z.string(),
  webhook_id: z.string(),
  url: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempt_count: z.int(),
  next_attempt_at: z.string().nullable(),
  /** The latest attempt; null: none yet. */
  latest: attemptResult.nullable(),
});

const sentEvent = z.object({
  event_id: z.string(),
  event: z.enum(EVENT_NAMES),
  order_id: z.string().nullable(),
  is_test: z.boolean(),
  created_at: z.string(),
  deliveries: z.array(sent),
});

export const listSentEvents = defineContract("listSentEvents", {
  ...base,
  summary: "List the account's events with their deliveries to all endpoints, the latest first",
  query: z.object({ event: z.enum(EVENT_NAMES).optional(), q: optionalText({ max: 200 }), ...paging }),
  response: sentEvent,
  list: true,
});

export const replayEvent = defineContract("replayEvent", {
  ...base,
  summary: "Send an event again: to the endpoints that it was for, and to who follows GET /events",
  params: z.object({ event_id: code(64) }),
  response: sentEvent,
  errors: ["NOT_FOUND"],
});
