import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "@/server/context";
import { env } from "@/server/env";
import { KEPT_DAYS } from "@/server/retention";
import { hashSecret } from "./credentials";
import { cookie } from "./sessions";

function cookieName(): string {
  return env().appUrl.startsWith("https://") ? "__Host-sampan-device" : "sampan-device";
}

/** The secret that identifies a browser; null when it has none of ours. */
export function deviceOf(request: { headers: Pick<Headers, "get"> }): string | null {
  const value = cookie(request.headers.get("cookie"), cookieName()) ?? "";
  return /^[\w-]{43}$/.test(value) ? value : null;
}

/** The cookie that identifies a browser. Scripts cannot read it, and it does not say who signed in. */
export function deviceCookie(device: string): string {
  const secure = cookieName().startsWith("__Host-") ? "; Secure" : "";
  return `${cookieName()}=${device}; Path=/; Max-Age=${KEPT_DAYS.devices * 86_400}; HttpOnly; SameSite=Lax${secure}`;
}

/** The stored form of a browser's secret. Without a secret it is empty and matches nobody. */
export function deviceHash(device: string | null): Buffer {
  return device === null ? Buffer.alloc(0) : hashSecret(device);
}

/**
 * Forgets the browsers that a person used, but that of one session: they ask for the second factor again, and a sign-in
 * with them is mailed as one with a new browser.
 */
export async function forgetDevices(db: Db, personId: string, butSessionId = ""): Promise<void> {
  await sql`delete from person_devices where person_id = ${personId} and device_hash is distinct from
    (select device_hash from sessions where id_hash = ${hashSecret(butSessionId)})`.execute(db);
}

/**
 * Records that a person has signed in with a browser by a session, creating a secret if it had none, and whether with a code of the
 * second factor. Returns the secret, and whether the person had never used the browser before.
 */
export async function rememberDevice(
  db: Db,
  personId: string,
  device: string | null,
  { sessionId, hasShownFactor }: { sessionId: string; hasShownFactor: boolean },
): Promise<{ secret: string; isNew: boolean }> {
  const secret = device ?? randomBytes(32).toString("base64url");
  const { rows } = await sql<{ isNew: boolean }>`
    insert into person_devices as d (device_hash, person_id, factor_at)
    values (${deviceHash(secret)}, ${personId}, case when ${hasShownFactor} then now() end)
    on conflict (device_hash, person_id) do update
      set last_seen_at = now(), factor_at = coalesce(excluded.factor_at, d.factor_at)
    returning xmax = 0 as "isNew"`.execute(db);
  await db
    .updateTable("sessions")
    .set({ device_hash: deviceHash(secret) })
    .where("id_hash", "=", hashSecret(sessionId))
    .execute();
  return { secret, isNew: rows[0]?.isNew ?? false };
}
