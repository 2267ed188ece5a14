/** Owns how secrets that must be read again are encrypted in the database: AES-256-GCM with keys from APP_SECRET. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "@/server/db/transaction";
import { env, forgetPreviousSecret } from "@/server/env";
import { log } from "@/server/log";

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = "aes-256-gcm";
const OPTIONS = { authTagLength: TAG_BYTES };
/** Twice the longest session. */
const PREVIOUS_SECRET_MS = 86_400_000;
/** Small, so that requests go on in between. */
const BATCH = 200;

/** Everything that is sealed: for each purpose, which has a key of its own, the table and columns that hold it. */
const PURPOSES = {
  "sampan second factors 1": { table: "factors", columns: ["secret"] },
  "sampan webhook secrets 1": {
    table: "webhook_endpoints",
    columns: ["secret", "previous_secret", "auth_header_value"],
  },
} as const;
type Purpose = keyof typeof PURPOSES;

/** Encrypts and decrypts the secrets of one purpose. */
export function sealer(purpose: Purpose) {
  const derived = new Map<string, Buffer>();

  function keyFrom(secret: string): Buffer {
    const key = derived.get(secret) ?? Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
    derived.set(secret, key);
    return key;
  }

  function open(sealed: Buffer, id: string, secret: string): string {
    const iv = sealed.subarray(1, 1 + IV_BYTES);
    const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(ALGORITHM, keyFrom(secret), iv, OPTIONS).setAAD(Buffer.from(id)).setAuthTag(tag);
    return decipher.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  }

  /** The text, and whether it was encrypted under the previous secret. */
  function openSealed(sealed: Buffer, id: string): { text: string; isOld: boolean } {
    if (sealed[0] !== VERSION) throw new Error("a sealed secret is of an unknown form");
    const { appSecret, previousAppSecret } = env();
    try {
      return { text: open(sealed, id, appSecret), isOld: false };
    } catch (error) {
      if (previousAppSecret === undefined) throw error;
      return { text: open(sealed, id, previousAppSecret), isOld: true };
    }
  }

  function seal(text: string, id: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, keyFrom(env().appSecret), iv, OPTIONS).setAAD(Buffer.from(id));
    const data = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), data]);
  }

  return {
    /** Encrypts a text for the row with this id; it cannot be decrypted in another row. */
    seal,
    /** Decrypts a result of `seal`. Throws when it was changed, or encrypted under another APP_SECRET than the last two. */
    unseal: (sealed: Buffer, id: string): string => openSealed(sealed, id).text,
    /** The same text under the present APP_SECRET; null: it is encrypted under that already. Throws as `unseal` does. */
    reseal(sealed: Buffer, id: string): Buffer | null {
      const { text, isOld } = openSealed(sealed, id);
      return isOld ? seal(text, id) : null;
    },
  };
}

/** How many sealed values were encrypted again, and how many neither secret can decrypt. */
export type Resealed = { sealed: number; unreadable: number };

/**
 * Encrypts under the present APP_SECRET what is still encrypted under the previous one, in small batches, until none is
 * left or the signal stops it. A value that another process changes meanwhile is not touched. Several processes may run
 * it at once.
 */
export async function resealEverything(db: Db, signal?: AbortSignal): Promise<Resealed> {
  const counted = { sealed: 0, unreadable: 0 };
  if (env().previousAppSecret === undefined) return counted;
  for (const [purpose, { table, columns }] of Object.entries(PURPOSES))
    for (const column of columns) {
      const { reseal } = sealer(purpose as Purpose);
      const value = sql.ref(column);
      for (let after = "", more = true; more && !signal?.aborted; ) {
        const { rows } = await sql<{ id: string; sealed: Buffer }>`
          select id, ${value} as sealed from ${sql.table(table)}
          where id > ${after} and ${value} is not null order by id limit ${BATCH}`.execute(db);
        for (const { id, sealed } of rows) {
          after = id;
          let resealed: Buffer | null;
          try {
            resealed = reseal(sealed, id);
          } catch {
            counted.unreadable++;
            continue;
          }
          if (!resealed) continue;
          const { numAffectedRows } = await sql`
            update ${sql.table(table)} set ${value} = ${resealed} where id = ${id} and ${value} = ${sealed}`.execute(
            db,
          );
          counted.sealed += Number(numAffectedRows ?? 0);
        }
        more = rows.length === BATCH;
        await turn();
      }
    }
  return counted;
}

/** Does so in the background, and deletes the previous secret from the data folder a day after it was changed. */
export async function rotateSecrets(db: Db, signal: AbortSignal): Promise<void> {
  const { sealed, unreadable } = await resealEverything(db, signal);
  if (sealed > 0) log().info({ sealed }, "secrets were sealed resealed under APP_SECRET");
  if (unreadable > 0) log().error({ unreadable }, "secrets open neither under APP_SECRET nor under the one before");
  if (!signal.aborted && forgetPreviousSecret(PREVIOUS_SECRET_MS)) log().info("the secret before is deleted");
}
