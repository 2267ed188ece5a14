import { EVENT_EXAMPLES, EVENT_MEANINGS, EVENT_PAYLOADS } from "@/lib/contracts/event";
import { TRACKING_EVENT_NAMES } from "@/lib/order-status";
import { DELIVERY } from "./prose";
import type { Json, Schemas } from "./schemas";

const header = (name: string, description: string, example: string, required = false): Json => ({
  name,
  in: "header",
  required,
  description,
  schema: { type: "string" },
  example,
});

const SIGNATURE = "c165ca1e863a4ef73ddd339f07cdfbaab735e578b1a03fb84dcca57e140558fe";

/** Headers of a delivery (specification §6.3, decisions §8), as parameters of the document. */
export const DELIVERY_HEADERS: Record<string, Json> = {
  EventId: header(
    "X-Event-Id",
    "The same for every attempt and replay of one event to one endpoint",
    "evt_mhz3k2p04f1c9d7a2b6e8c5d31",
    true,
  ),
  EventType: header("X-Event-Type", "The event type, as in the body's `event`", "order.created", true),
  EventTest: header(
    "X-Event-Test",
    "`true` on what `POST /webhooks/{id}/test` sends: an example, of no order of yours. Absent otherwise",
    "true",
  ),
  Signature: header(
    "X-Signature",
    "`t=<Unix seconds>,v1=<hex HMAC-SHA256 of t.body>`; a second `v1` while a rolled secret overlaps. Absent when the endpoint has `signature` off",
    `t=1700000000,v1=${SIGNATURE}`,
  ),
  LegacySignature: header(
    "X-Service-Signature",
    "The older form, when the endpoint has `legacy_signature` on: hex HMAC-SHA256 of the raw body alone",
    "6f1d2b…",
  ),
  WebhookId: header("webhook-id", "Standard Webhooks: the event's id", "evt_mhz3k2p04f1c9d7a2b6e8c5d31"),
  WebhookTimestamp: header("webhook-timestamp", "Standard Webhooks: Unix seconds of the attempt", "1700000000"),
  WebhookSignature: header(
    "webhook-signature",
    "Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`, keyed with the bytes behind `whsec_`",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
};

function pascal(event: string): string {
  return event.replace(/(^|[._])([a-z])/g, (_all, _before, letter: string) => letter.toUpperCase());
}

/** The events that the service sends, as the document's webhooks (specification §6). */
export function webhooksOf(schemas: Schemas): Json {
  const parameters = Object.keys(DELIVERY_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  return Object.fromEntries(
    TRACKING_EVENT_NAMES.map((event) => [
      event,
      {
        post: {
          operationId: `on${pascal(event)}`,
          tags: ["Events"],
          summary: EVENT_MEANINGS[event],
          description: `${DELIVERY}\n\nAn endpoint can also be given a header of its own (\`auth_header\`), which carries a shared token.`,
          security: [],
          parameters,
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: schemas.of(EVENT_PAYLOADS[event], "output"),
                example: EVENT_EXAMPLES[event],
              },
            },
          },
          responses: {
            "200": { description: "Delivered. The body is not read." },
            default: { description: "Failed: the event is sent again." },
          },
        },
      },
    ]),
  );
}
