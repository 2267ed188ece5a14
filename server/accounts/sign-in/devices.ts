import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "@/server/db/transaction";
import { KEPT_DAYS } from "@/server/retention";
import { hashSecret } from "../clients/credentials";
import { cookie, ownCookie } from "./sessions";

/** The secret that identifies a browser; null when it has none of ours. */
export function deviceOf(request: { headers: Pick<Headers, "get"> }): string | null {
  const value = cookie(request.headers.get("cookie"), ownCookie("device").name) ?? "";
  return /^[\w-]{43}$/.test(value) ? value : null;
}

/** The cookie that identifies a browser. Scripts cannot read it, and it does not say who signed in. */
export function deviceCookie(device: string): string {
  const { name, options } = ownCookie("device");
  const secure = options.secure ? "; Secure" : "";
  return `${name}=${device}; Path=/; Max-Age=${KEPT_DAYS.devices * 86_400}; HttpOnly; SameSite=Lax${secure}`;
}

/** The stored form of a browser's secret. Without a secret it is empty and matches no browser. */
export function deviceHash(device: string | null): Buffer {
  return device === null ? Buffer.alloc(0) : hashSecret(device);
}

/**
 * Forgets the browsers that a person used, but that of one session: a sign-in with them is mailed as one with a new
 * browser.
 */
export async function forgetDevices(db: Db, personId: string, butSessionId = ""): Promise<void> {
  await sql`delete from person_devices where person_id = ${personId} and device_hash is distinct from
    (select device_hash from sessions where id_hash = ${hashSecret(butSessionId)})`.execute(db);
}

/**
 * Records that a person has signed in with a browser by a session. The browser gets a new secret unless it came with
 * one of the same person's: others may know one that comes from outside, or that belongs to another person. Other
 * people who used the browser are known in it by the new one. Returns the secret, and whether the browser is new to the person.
 */
export async function rememberDevice(
  tx: Tx,
  personId: string,
  device: string | null,
  sessionId: string,
): Promise<{ secret: string; isNew: boolean }> {
  const earlier = deviceHash(device);
  const { numAffectedRows } = await sql`
    update person_devices set last_seen_at = now()
    where device_hash = ${earlier} and person_id = ${personId}`.execute(tx);
  const isNew = Number(numAffectedRows) === 0;
  const secret = isNew || device === null ? randomBytes(32).toString("base64url") : device;
  const device_hash = deviceHash(secret);
  if (isNew) {
    await sql`
      with moved as (
        update person_devices set device_hash = ${device_hash} where device_hash = ${earlier} returning person_id
      )
      update sessions s set device_hash = ${device_hash} from moved m
      where s.person_id = m.person_id and s.device_hash = ${earlier}`.execute(tx);
    await tx.insertInto("person_devices").values({ device_hash, person_id: personId }).execute();
  }
  await tx.updateTable("sessions").set({ device_hash }).where("id_hash", "=", hashSecret(sessionId)).execute();
  return { secret, isNew };
}
