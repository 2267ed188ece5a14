import type { EventName } from "@/lib/webhooks/event-names";
import type { Claimed } from "./claims";
import { unseal } from "./secrets";
import type { Outgoing } from "./sender";
import { signatureHeaders } from "./signature";

type Signing = Parameters<typeof signatureHeaders>[0];

/** The user agent of every delivery. */
const AGENT = "Sampan-Webhooks/1.0";

const MAX_OPENED = 1000;
const opened = new Map<string, string>();

/** Decrypted texts of endpoints' rows, cached because decrypting at each attempt would be wasted work. */
function textOf(sealed: Buffer, endpointId: string): string {
  const key = sealed.toString("base64");
  let text = opened.get(key);
  if (text === undefined) {
    text = unseal(sealed, endpointId);
    if (opened.size >= MAX_OPENED) opened.clear();
    opened.set(key, text);
  }
  return text;
}

/** The headers that every delivery has (contract §15.5), signed as the endpoint is configured. */
export function deliveryHeaders({ event, ...signing }: Signing & { event: EventName }): Record<string, string> {
  return {
    "content-type": "application/json",
    "user-agent": AGENT,
    "x-event-id": signing.eventId,
    "x-event-type": event,
    ...signatureHeaders(signing),
  };
}

/** A secret encrypted under another APP_SECRET is left out; rolling it repairs the endpoint. */
function previousSecret({ previous_secret: sealed, endpoint_id }: Claimed): string[] {
  try {
    return sealed ? [textOf(sealed, endpoint_id)] : [];
  } catch {
    return [];
  }
}

/** The request of an attempt, signed at this moment with the endpoint's present secrets (contract §15.5). */
export function outgoingOf(delivery: Claimed, at: Date): Outgoing {
  const secrets = [textOf(delivery.secret, delivery.endpoint_id), ...previousSecret(delivery)];
  const headers = deliveryHeaders({
    event: delivery.event,
    eventId: delivery.event_id,
    body: delivery.body,
    at,
    secrets,
    signature: delivery.signature,
    legacySignature: delivery.legacy_signature,
  });
  if (delivery.trigger === "test") headers["x-event-test"] = "true";
  const { auth_header_name: name, auth_header_value: value } = delivery;
  // Spread, not assigned: a header name could be `__proto__`.
  const token = name && value ? { [name]: textOf(value, delivery.endpoint_id) } : {};
  return { url: delivery.url, headers: { ...headers, ...token }, body: delivery.body };
}

/** The headers as attempts show them, with the shared token masked. */
export function shownHeaders(delivery: Claimed, headers: Record<string, string>): Record<string, string> {
  return delivery.auth_header_name ? { ...headers, [delivery.auth_header_name]: "••••••" } : headers;
}
