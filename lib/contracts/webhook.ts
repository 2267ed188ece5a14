import { z } from "zod";
import type { Verdict } from "@/lib/i18n/validation";
import { choice, code, optionalText, orderId, overlapHours, paging, rule, timestamp } from "./common";
import { defineContract } from "./contract";
import { also } from "./judge";
import { DELIVERY_STATUSES, delivery, EVENT_NAMES } from "./webhook-delivery";
import { judgeWebhookUrl } from "./webhook-url";

/** The most endpoints of an account in one environment (contract §15.1). */
export const MAX_ENDPOINTS = 20;

const base = { audience: "public", tag: "Webhooks" } as const;

const url = z.string().superRefine(rule(judgeWebhookUrl)).meta({
  format: "uri",
  maxLength: 2048,
  description: "https, without credentials and fragment, of a host that the internet can reach",
});

const events = z
  .array(choice(EVENT_NAMES))
  .superRefine(rule((list) => (list.length === 0 ? ["tooFew", { min: 1 }] : undefined)))
  .transform((list) => [...new Set(list)])
  .meta({
    minItems: 1,
    description: "The event types to send, at least one. An endpoint gets only those that it names.",
  });

// Headers that the service or the transport sets itself.
const RESERVED =
  /^(?:host|content-.*|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|date|user-agent|accept.*|cookie|proxy-.*|x-signature|x-service-signature|x-event-.*|webhook-.*)$/i;

function judgeHeaderName(name: string): Verdict {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name)) return "headerName";
  return RESERVED.test(name) ? ["headerReserved", { name }] : undefined;
}

const authHeader = z.object({
  name: z
    .string()
    .superRefine(rule(judgeHeaderName))
    .meta({ maxLength: 100, description: "Name of the header; not one that deliveries already have" }),
  value: z
    .string()
    .superRefine(
      rule((value) => (/^[\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?$/.test(value) ? undefined : "headerValue")),
    )
    .meta({ maxLength: 1024, description: "Value of the header: visible ASCII characters and spaces between them" }),
});

/** In a change, `{}` removes the header; one field without the other is not enough. */
const authHeaderChange = authHeader
  .partial()
  .refine(({ name, value }) => name !== undefined || value === undefined, missing("name"))
  .refine(({ name, value }) => value !== undefined || name === undefined, missing("value"));

// Also judged when another field is wrong, so that all failures are reported at once.
function missing(field: string) {
  const when = ({ value }: { value: unknown }) => typeof value === "object" && value !== null && !Array.isArray(value);
  return { path: [field], params: { key: "required" }, when };
}

const description = optionalText({ max: 200 }).describe("What the endpoint is for, in your own words");

/** How long an endpoint's own secret may be (contract §15.1). */
export const OWN_SECRET = { min: 16, max: 256 } as const;

/** Whether a text can be an endpoint's secret: visible ASCII characters, as many as {@link OWN_SECRET} says. */
export function isSecret(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && text.length >= OWN_SECRET.min && text.length <= OWN_SECRET.max;
}

const ownSecret = z
  .string()
  .superRefine(rule((value) => (isSecret(value) ? undefined : ["ownSecret", OWN_SECRET])))
  .meta({ minLength: OWN_SECRET.min, maxLength: OWN_SECRET.max, pattern: "^[\\x21-\\x7e]+$" });

const status = z.enum(["enabled", "disabled"]);

/** How well an endpoint works: its latest answers, and the attempts of the last seven days. */
const health = z.object({
  last_attempt_at: z.string().nullable(),
  last_success_at: z.string().nullable(),
  failing_since: z
    .string()
    .nullable()
    .meta({ description: "The first failure since the latest success, or since the endpoint was enabled again" }),
  succeeded_7d: z.int().meta({ description: "Attempts answered with 200 in the last 7 days" }),
  failed_7d: z.int().meta({ description: "Attempts that failed in the last 7 days" }),
  waiting: z.int().meta({ description: "Deliveries that wait for an attempt; 1,000 stands for 1,000 or more" }),
  held: z
    .int()
    .meta({ description: "Deliveries kept while the endpoint was disabled; 1,000 stands for 1,000 or more" }),
  missed: z.int().meta({
    description:
      "Deliveries that failed before the endpoint was disabled, or since, and were not sent again; 1,000 stands for 1,000 or more",
  }),
});

/** An endpoint as it is shown, without its secret. */
export const webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(EVENT_NAMES)),
    status,
    disabled_reason: z
      .enum(["FAILING", "BY_HAND"])
      .nullable()
      .meta({ description: "FAILING: a delivery used up its retries without any success meanwhile" }),
    disabled_at: z.string().nullable(),
    enabled_at: z.string().nullable().meta({ description: "When it was enabled again; null if it never was disabled" }),
    description: z.string().nullable(),
    signature: z.boolean(),
    legacy_signature: z.boolean(),
    auth_header: z.object({ name: z.string() }).nullable().meta({ description: "Its value is not shown" }),
    secret_hint: z.string().meta({ description: "The end of the secret, to tell it from others" }),
    previous_secret_until: z.string().nullable().meta({ description: "Until then a rolled secret signs too" }),
    created_at: z.string(),
    updated_at: z.string(),
    health,
  })
  .meta({ id: "Webhook" });
export type Webhook = z.output<typeof webhook>;

const withSecret = webhook.extend({ secret: z.string().meta({ description: "Shown here only" }) });

/** Whether the receiver has no way to check that a delivery is ours. */
export function isUnproven(endpoint: {
  signature?: boolean;
  legacy_signature?: boolean;
  auth_header?: unknown;
}): boolean {
  return endpoint.signature === false && !endpoint.legacy_signature && !endpoint.auth_header;
}

export const webhookExample = {
  url: "https://shop.example/hooks/sampan",
  events: ["order.created", "order.delivered", "order.exception"],
  description: "Shop back end",
};

export const listWebhooks = defineContract("listWebhooks", {
  ...base,
  summary: "List webhook endpoints",
  query: z.object(paging),
  response: webhook,
  list: true,
});

export const createWebhook = defineContract("createWebhook", {
  ...base,
  summary: "Register a webhook endpoint",
  description: `Answers its secret, which is not shown again. At most ${MAX_ENDPOINTS} endpoints an account and environment.`,
  serverRules: true,
  body: z
    .object({
      url,
      events,
      description,
      auth_header: authHeader.optional().meta({ description: "A header with a shared token, sent with each delivery" }),
      signature: z.boolean().default(true).meta({ description: "Sign deliveries" }),
      legacy_signature: z.boolean().default(false).meta({ description: "Send the older X-Service-Signature too" }),
      secret: ownSecret
        .optional()
        .describe(
          "Your own secret to sign with, 16 to 256 visible ASCII characters, whose whole text is the key; left out: one is made. The Standard Webhooks headers are sent only if it is `whsec_` and the base64 of 24 to 64 bytes",
        ),
    })
    .refine((endpoint) => !isUnproven(endpoint), { ...missing("signature"), params: { key: "unsigned" } }),
  response: withSecret,
  creates: "id",
  examples: {
    signed: webhookExample,
    "with a shared token": {
      ...webhookExample,
      auth_header: { name: "X-API-Key", value: "a-token-of-your-own" },
      signature: false,
    },
  },
});

const endpointId = z.object({ id: code(64).describe("The id of the webhook endpoint") });

export const readWebhook = defineContract("readWebhook", {
  ...base,
  summary: "Read a webhook endpoint",
  params: endpointId,
  response: webhook,
  errors: ["NOT_FOUND"],
});

export const updateWebhook = defineContract("updateWebhook", {
  ...base,
  summary: "Change a webhook endpoint",
  description:
    "Fields that are left out stay; `status` changes by POST /webhooks/{id}/enable and /disable. Without `signature` there must be an `auth_header` or the `legacy_signature`. An empty `auth_header` object takes the header away, a blank `description` the description.",
  params: endpointId,
  body: z.object({
    url: url.optional(),
    events: events.optional(),
    description,
    auth_header: authHeaderChange.optional().meta({ description: "{} takes the header away" }),
    signature: z
      .boolean()
      .optional()
      .describe("Whether deliveries are signed; turning it off requires auth_header or legacy_signature"),
    legacy_signature: z.boolean().optional().describe("Whether the older X-Service-Signature is sent too"),
  }),
  rules: also(({ status }) => (status === undefined ? [] : [{ path: ["status"], key: "statusElsewhere" }])),
  serverRules: true,
  response: webhook,
  errors: ["NOT_FOUND"],
  example: { events: ["order.created", "order.cancelled"] },
});

export const deleteWebhook = defineContract("deleteWebhook", {
  ...base,
  summary: "Delete a webhook endpoint",
  description: "What waits for it is not sent any more.",
  params: endpointId,
  response: z.object({ id: z.string(), deleted: z.literal(true) }),
  errors: ["NOT_FOUND"],
});

export const enableWebhook = defineContract("enableWebhook", {
  ...base,
  summary: "Enable a webhook endpoint",
  description:
    "What was held stays held: `health.held` says how many deliveries that are, and `POST /webhooks/{id}/replay-missed` sends them.",
  params: endpointId,
  response: webhook,
  errors: ["NOT_FOUND"],
});

export const disableWebhook = defineContract("disableWebhook", {
  ...base,
  summary: "Disable a webhook endpoint",
  description: "Deliveries that wait, and those of later events, are held.",
  params: endpointId,
  response: webhook,
  errors: ["NOT_FOUND"],
});

export const rollWebhookSecret = defineContract("rollWebhookSecret", {
  ...base,
  summary: "Make a new secret",
  description:
    "Answers the new secret, which is not shown again. While the old one overlaps, deliveries carry both signatures.",
  params: endpointId,
  body: z.object({
    overlap_hours: overlapHours.describe("Hours during which the old secret signs too"),
    secret: ownSecret.optional().describe("Your own new secret, as for a new endpoint; left out: one is made"),
  }),
  response: withSecret,
  creates: "id",
  errors: ["NOT_FOUND"],
  example: { overlap_hours: 24 },
});

export const testWebhook = defineContract("testWebhook", {
  ...base,
  summary: "Send a test event",
  description:
    "An example of the event, with the header `X-Event-Test: true`, sent once, whatever the endpoint subscribes to and also while it is disabled.",
  params: endpointId,
  body: z.object({
    event: choice(EVENT_NAMES).default("order.created").describe("The event type to send an example of"),
  }),
  response: delivery,
  creates: "id",
  errors: ["NOT_FOUND"],
  example: { event: "order.delivered" },
});

export const listDeliveries = defineContract("listDeliveries", {
  ...base,
  summary: "List the deliveries of an endpoint",
  description: "The latest event first. Kept for 30 days.",
  params: endpointId,
  query: z.object({
    status: choice(DELIVERY_STATUSES).optional().describe("Only those in this state"),
    event: choice(EVENT_NAMES).optional().describe("The event type"),
    order_id: orderId.optional().describe("Only deliveries of this order's events"),
    event_id: code(64).optional().meta({ description: "As the receiver got it in `X-Event-Id`" }),
    ...paging,
  }),
  response: delivery,
  list: true,
  errors: ["NOT_FOUND"],
});

const deliveryId = z.object({ delivery_id: code(80).describe("The id of the delivery") });

export const readDelivery = defineContract("readDelivery", {
  ...base,
  summary: "Read a delivery with its body",
  params: deliveryId,
  response: delivery.extend({
    webhook_id: z.string(),
    body: z.string().meta({ description: "The exact bytes that are sent" }),
  }),
  errors: ["NOT_FOUND"],
});

export const replayDelivery = defineContract("replayDelivery", {
  ...base,
  summary: "Send a delivery again",
  description:
    "One attempt at once, with the same event id and body, signed with the current secret; also while the endpoint is disabled. A delivery that waits for its next attempt keeps its schedule if this one fails.",
  params: deliveryId,
  response: delivery,
  errors: ["NOT_FOUND"],
});

export const replayMissed = defineContract("replayMissed", {
  ...base,
  summary: "Send what was missed",
  description:
    "Every failed or held delivery of events since the moment given is sent again, with the whole schedule of retries. By default that is all that is held, and what failed since the endpoint's last success; after it was disabled, since the last success before that. While the endpoint is disabled each gets one attempt.",
  params: endpointId,
  body: z.object({ since: timestamp.optional().describe("From this time on, inclusive") }),
  response: z.object({ replayed: z.int(), since: z.string().nullable() }),
  errors: ["NOT_FOUND"],
  example: { since: "2026-11-20T02:30:00Z" },
});

/** The longest wait of a request for events, in seconds. */
export const MAX_WAIT_SECONDS = 15;

const eventNames = z
  .string()
  .superRefine(
    rule((value) =>
      value.split(",").every((each) => (EVENT_NAMES as readonly string[]).includes(each))
        ? undefined
        : ["choice", { choices: EVENT_NAMES.join(", ") }],
    ),
  )
  .meta({
    description: `Only these event types, comma separated; by default those of tracking, from order.created to order.cancelled. Types: ${EVENT_NAMES.join(", ")}`,
  });

const storedEvent = z
  .object({
    event_id: z.string(),
    event: z.enum(EVENT_NAMES),
    order_id: z.string().nullable().meta({ description: "null for `stock.low`" }),
    created_at: z.string(),
    replayed_at: z
      .string()
      .optional()
      .meta({ description: "Only where it is listed once more, because it was sent again by hand at this time" }),
    body: z.string().meta({ description: "The exact body that endpoints get" }),
  })
  .meta({ id: "StoredEvent" });

export const listEvents = defineContract("listEvents", {
  ...base,
  summary: "List events",
  description:
    "The oldest first, whether or not an endpoint subscribes to them; kept for 30 days. Without `events` only those of tracking. With `wait`, an empty answer is held back until an event comes or the seconds are over: for programs that cannot be reached from the internet. An event that commits late may be listed before one that was listed already: wait from the latest one on, now and then ask again, without `wait`, from a minute before it, and leave out what you have. An event whose delivery is replayed is listed once more, with the same id, at the time of the latest replay.",
  query: z.object({
    since: timestamp.optional().meta({ description: "By default 24 hours ago" }),
    events: eventNames.optional(),
    wait: z
      .string()
      .superRefine(
        rule((value) =>
          /^\d{1,2}$/.test(value) && Number(value) <= MAX_WAIT_SECONDS
            ? undefined
            : ["range", { min: 0, max: MAX_WAIT_SECONDS }],
        ),
      )
      .default("0")
      .meta({
        type: "integer",
        minimum: 0,
        maximum: MAX_WAIT_SECONDS,
        default: 0,
        description: "Seconds for which an empty answer is held back until an event comes",
      }),
    ...paging,
  }),
  response: storedEvent,
  list: true,
});
