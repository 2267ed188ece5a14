import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "@/server/env";

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

let derived: { from: string; key: Buffer } | undefined;

function keyOf(appSecret: string): Buffer {
  if (derived?.from !== appSecret) {
    const key = Buffer.from(hkdfSync("sha256", appSecret, "", "sampan webhook secrets 1", 32));
    derived = { from: appSecret, key };
  }
  return derived.key;
}

/** A new secret: `whsec_` and base64 of 32 random bytes (decisions §8.1). */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** Encrypts a text for the row of an endpoint: AES-256-GCM with a key made of APP_SECRET; in another row it does not open. */
export function seal(text: string, endpointId: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(env().appSecret), iv).setAAD(Buffer.from(endpointId));
  const data = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), data]);
}

/** Decrypts what {@link seal} made. Throws when it was changed, or sealed under another APP_SECRET. */
export function unseal(sealed: Buffer, endpointId: string): string {
  if (sealed[0] !== VERSION) throw new Error("an endpoint's secret is of an unknown form");
  const iv = sealed.subarray(1, 1 + IV_BYTES);
  const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", keyOf(env().appSecret), iv)
    .setAAD(Buffer.from(endpointId))
    .setAuthTag(tag);
  return decipher.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
}
