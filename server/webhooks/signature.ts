import { createHmac } from "node:crypto";

const PREFIX = "whsec_";

/** How many bytes Standard Webhooks asks of a key. */
const KEY_BYTES = { min: 24, max: 64 };

/**
 * The headers that prove where a delivery comes from (contract §15.5): `X-Signature` with a signature for each secret,
 * the current one first; the Standard Webhooks headers for those secrets that are keys of that standard;
 * `X-Service-Signature` with only the current one.
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
  const keys = secrets.map(standardKey).filter((key) => key !== null);
  const headers: Record<string, string> =
    keys.length > 0 ? { "webhook-id": eventId, "webhook-timestamp": String(t) } : {};
  if (input.signature) {
    headers["X-Signature"] = [`t=${t}`, ...secrets.map((secret) => `v1=${hmac(secret, `${t}.${body}`, "hex")}`)].join();
    if (keys.length > 0)
      headers["webhook-signature"] = keys
        .map((key) => `v1,${hmac(key, `${eventId}.${t}.${body}`, "base64")}`)
        .join(" ");
  }
  const [current] = secrets;
  if (input.legacySignature && current !== undefined) headers["X-Service-Signature"] = hmac(current, body, "hex");
  return headers;
}

function hmac(key: string | Buffer, text: string, encoding: "hex" | "base64"): string {
  return createHmac("sha256", key).update(text).digest(encoding);
}

/**
 * The key of a secret for Standard Webhooks, whose libraries decode what follows the prefix; null for a merchant's own
 * text, which they could not read. `X-Signature` takes any secret's whole text.
 */
function standardKey(secret: string): Buffer | null {
  if (!secret.startsWith(PREFIX)) return null;
  const text = secret.slice(PREFIX.length);
  const key = Buffer.from(text, "base64");
  return key.toString("base64") === text && key.length >= KEY_BYTES.min && key.length <= KEY_BYTES.max ? key : null;
}
