/** Owns how secrets that must be read again are encrypted in the database: AES-256-GCM with keys from APP_SECRET. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "@/server/env";

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = "aes-256-gcm";
const OPTIONS = { authTagLength: TAG_BYTES };

/** Encrypts and decrypts the secrets of one purpose, which has a key of its own. */
export function sealer(purpose: string) {
  let derived: { from: string; key: Buffer } | undefined;

  function key(): Buffer {
    const { appSecret } = env();
    if (derived?.from !== appSecret)
      derived = { from: appSecret, key: Buffer.from(hkdfSync("sha256", appSecret, "", purpose, 32)) };
    return derived.key;
  }

  return {
    /** Encrypts a text for the row with this id; it cannot be decrypted in another row. */
    seal(text: string, id: string): Buffer {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key(), iv, OPTIONS).setAAD(Buffer.from(id));
      const data = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), data]);
    },

    /** Decrypts a result of `seal`. Throws when it was changed, or encrypted under another APP_SECRET. */
    unseal(sealed: Buffer, id: string): string {
      if (sealed[0] !== VERSION) throw new Error("a sealed secret is of an unknown form");
      const iv = sealed.subarray(1, 1 + IV_BYTES);
      const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key(), iv, OPTIONS).setAAD(Buffer.from(id)).setAuthTag(tag);
      return decipher.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
    },
  };
}
