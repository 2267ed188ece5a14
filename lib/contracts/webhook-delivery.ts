import { z } from "zod";
import { TRACKING_EVENT_NAMES } from "@/lib/orders/status";
import { type EventName, OPT_IN_EVENTS } from "@/lib/webhooks/event-names";

/** Every event type: tracking events first (contract §15.9), then opt-in events (contract §6.1). */
export const EVENT_NAMES = [...TRACKING_EVENT_NAMES, ...OPT_IN_EVENTS] as [EventName, ...EventName[]];

/** Why an attempt failed, other than by a status that is not 200. */
export const ERROR_KINDS = [
  "dns",
  "blocked_ip",
  "connect",
  "tls",
  "timeout",
  "reset",
  "protocol",
  "abandoned",
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

export const DELIVERY_STATUSES = ["pending", "in_flight", "succeeded", "failed", "held"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const ATTEMPT_TRIGGERS = ["event", "retry", "replay", "test"] as const;
export type AttemptTrigger = (typeof ATTEMPT_TRIGGERS)[number];

const milliseconds = z.number().nullable();

const attempt = z
  .object({
    number: z.int(),
    trigger: z.enum(ATTEMPT_TRIGGERS),
    started_at: z.string(),
    status_code: z.int().nullable(),
    error_kind: z
      .enum(ERROR_KINDS)
      .nullable()
      .meta({ description: "Why no status came; null when one came. abandoned: the sending process ended meanwhile" }),
    error_detail: z.string().nullable().meta({
      description: "In words. Beside a status: that an open connection was found closed, and the request sent again",
    }),
    duration_ms: z.number(),
    slow: z.boolean().meta({ description: "Answered after more than 5 seconds" }),
    response_head: z.string().nullable().meta({ description: "The first 4 KiB of the answer, as text" }),
    response_truncated: z.boolean(),
    response_headers: z.record(z.string(), z.string()),
    url: z.string(),
    address: z.string().nullable().meta({ description: "The network address connected to" }),
    request_headers: z.record(z.string(), z.string()).meta({ description: "As sent, the token masked" }),
    phases: z
      .object({
        dns_ms: milliseconds,
        connect_ms: milliseconds,
        tls_ms: milliseconds,
        wait_ms: milliseconds.meta({ description: "From the request sent to the status line" }),
        read_ms: milliseconds,
      })
      .meta({ description: "Null: it did not come to that, or the connection was open already" }),
    next_attempt_at: z.string().nullable(),
  })
  .meta({ id: "WebhookAttempt" });

/** What a list says of how an attempt went. */
export const attemptResult = attempt.pick({
  status_code: true,
  error_kind: true,
  error_detail: true,
  response_head: true,
  slow: true,
});
export type AttemptOutcome = z.output<typeof attemptResult>;

/** A delivery: one event on its way to one endpoint. */
export const delivery = z
  .object({
    id: z.string(),
    event_id: z.string(),
    event: z.enum(EVENT_NAMES),
    order_id: z.string().nullable().meta({ description: "null for a test event, and for `stock.low`" }),
    status: z.enum(DELIVERY_STATUSES),
    attempt_count: z.int(),
    next_attempt_at: z.string().nullable(),
    created_at: z.string(),
    attempts: z.array(attempt).meta({ description: "The latest 20, the first one first" }),
  })
  .meta({ id: "WebhookDelivery" });
export type Delivery = z.output<typeof delivery>;
export type Attempt = z.output<typeof attempt>;
