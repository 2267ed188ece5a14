import { EVENT_EXAMPLES, EVENT_MEANINGS, EVENT_PAYLOADS } from "@/lib/contracts/event";
import { EVENT_NAMES } from "@/lib/contracts/webhook-delivery";
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

/** Headers of a delivery (contract §15.5), as parameters of the document. */
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
    "`true` on examples that `POST /webhooks/{id}/test` sends; they belong to none of your orders. Absent otherwise",
    "true",
  ),
  Signature: header(
    "X-Signature",
    "`t=<Unix seconds>,v1=<hex HMAC-SHA256 of t.body>`; a second `v1` while a rolled secret overlaps. Absent if the endpoint has `signature` off",
    `t=1700000000,v1=${SIGNATURE}`,
  ),
  LegacySignature: header(
    "X-Service-Signature",
    "The older form, if the endpoint has `legacy_signature` on: hex HMAC-SHA256 of only the raw body",
    "6f1d2b…",
  ),
  WebhookId: header(
    "webhook-id",
    "Standard Webhooks, if the secret is `whsec_` and base64: the event's id",
    "evt_mhz3k2p04f1c9d7a2b6e8c5d31",
  ),
  WebhookTimestamp: header(
    "webhook-timestamp",
    "Standard Webhooks, as `webhook-id`: Unix seconds of the attempt",
    "1700000000",
  ),
  WebhookSignature: header(
    "webhook-signature",
    "Standard Webhooks, as `webhook-id`: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`, keyed with the decoded bytes after `whsec_`",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
};

function pascal(event: string): string {
  return event.replace(/(^|[._])([a-z])/g, (_all, _before, letter: string) => letter.toUpperCase());
}

/** The events that the service sends, as webhooks of the document (contract §15.9). */
export function webhooksOf(schemas: Schemas): Json {
  const parameters = Object.keys(DELIVERY_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  return Object.fromEntries(
    EVENT_NAMES.map((event) => [
      event,
      {
        post: {
          operationId: `on${pascal(event)}`,
          tags: ["Events"],
          summary: EVENT_MEANINGS[event],
          description: `${DELIVERY}\n\nAn endpoint can also have its own header (\`auth_header\`) with a shared token.`,
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
            default: { description: "Failed: the event will be sent again." },
          },
        },
      },
    ]),
  );
}
