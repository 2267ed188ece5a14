import { createHmac } from "node:crypto";

const PREFIX = "whsec_";

/**
 * The headers that prove where a delivery comes from (§6.3, decisions §8.5): `X-Signature` and the Standard Webhooks
 * ones with a signature for each secret, the current one first; `X-Service-Signature` with the current one alone.
 */
export function signatureHeaders(input: {
  eventId: string;
  body: string;
  at: Date;
  secrets: readonly string[];
  signature: boolean;
  legacySignature: boolean;
}): Record<string, string> {
  const { eventId, body, secrets } = input;
  const t = Math.floor(input.at.getTime() / 1000);
  const headers: Record<string, string> = { "webhook-id": eventId, "webhook-timestamp": String(t) };
  if (input.signature) {
    headers["X-Signature"] = [`t=${t}`, ...secrets.map((secret) => `v1=${hmac(secret, `${t}.${body}`, "hex")}`)].join();
    headers["webhook-signature"] = secrets
      .map((secret) => `v1,${hmac(decoded(secret), `${eventId}.${t}.${body}`, "base64")}`)
      .join(" ");
  }
  const [current] = secrets;
  if (input.legacySignature && current !== undefined) headers["X-Service-Signature"] = hmac(current, body, "hex");
  return headers;
}

function hmac(key: string | Buffer, text: string, encoding: "hex" | "base64"): string {
  return createHmac("sha256", key).update(text).digest(encoding);
}

/** Standard Webhooks takes the bytes behind the prefix as its key, `X-Signature` the secret's whole text. */
function decoded(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), "base64");
}
