import { sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/security";
import { notFound } from "@/lib/errors";
import { type Context, personOf } from "@/server/context";
import { withTransaction } from "@/server/db/transaction";
import { idleLimit } from "../access";
import { recordSecurity } from "../audit/audit";
import { hashSecret } from "../clients/credentials";
import { countryOf } from "./country";
import { browserLabel } from "./user-agent";

/** The browsers in which the person is signed in, the last used first. */
export async function listSessions(ctx: Context, input: InputOf<typeof contracts.listSessions>) {
  const { id, role, sessionId } = personOf(ctx);
  const rows = await ctx.db
    .selectFrom("sessions")
    .select(["id", "id_hash", "created_at", "last_seen_at", "address", "user_agent"])
    .where("person_id", "=", id)
    .where("revoked_at", "is", null)
    .where(sql<boolean>`expires_at > now() and last_seen_at > now() - ${idleLimit(role)}::interval`)
    .orderBy("last_seen_at", "desc")
    .orderBy("id")
    .execute();
  const own = hashSecret(sessionId);
  const from = Number(input.offset);
  return {
    rows: rows.slice(from, from + Number(input.limit)).map((row) => ({
      id: row.id,
      created_at: hongKongIso(row.created_at),
      last_seen_at: hongKongIso(row.last_seen_at),
      address: row.address,
      place: countryOf(row.address, ctx.language),
      user_agent: browserLabel(row.user_agent, ctx.language),
      is_current: own.equals(row.id_hash),
    })),
    total: rows.length,
  };
}

/** Ends one of the person's sessions and forgets its browser. @throws ApiError NOT_FOUND */
export async function endSession(
  ctx: Context,
  { id }: InputOf<typeof contracts.endSession>,
): Promise<DataOf<typeof contracts.endSession>> {
  const { id: personId } = personOf(ctx);
  await withTransaction(ctx.db, async (tx) => {
    const { rows } = await sql`
      with ended as (
        update sessions set revoked_at = now()
        where id = ${id} and person_id = ${personId} and revoked_at is null and expires_at > now()
        returning device_hash),
      forgotten as (
        delete from person_devices where person_id = ${personId} and device_hash in (select device_hash from ended))
      select from ended`.execute(tx);
    if (rows.length !== 1) throw notFound();
    await recordSecurity(tx, { personId, operation: "endSession", objectId: id, ...ctx });
  });
  return { id, ended: true };
}
