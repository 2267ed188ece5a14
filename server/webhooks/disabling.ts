import { type RawBuilder, sql } from "kysely";
import { type Db, withTransaction } from "@/server/context";
import { env } from "@/server/env";
import { type Finish, finish } from "./claims";
import { mailOfDisabling } from "./mails";

/** As many as one transaction should change; the rest are held as they fall due. */
const HELD_AT_ONCE = 5000;

/** Since when an endpoint that is disabled now misses events; an earlier time stands until those were sent again. */
export function missedSince(row: "w" | "webhook_endpoints"): RawBuilder<Date> {
  const column = (name: string) => sql.ref(`${row}.${name}`);
  return sql`coalesce(${column("missed_since")}, ${column("last_success_at")}, ${column("created_at")})`;
}

/** What failed since then, of deliveries `d`: an event may be older that waited for its first attempt. */
export function failedSince(moment: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`coalesce(d.first_attempt_at, d.created_at) >= ${moment} and d.trigger <> 'test'`;
}

/** Keeps what waits for an endpoint as held, in the transaction that disables it. */
export async function holdWaiting(db: Db, endpointId: string): Promise<void> {
  await sql`
    update webhook_deliveries set status = 'held', next_attempt_at = null, resume_at = null
    where id = any (array(
      select id from webhook_deliveries
      where endpoint_id = ${endpointId} and status = 'pending' and trigger in ('event', 'retry') limit ${HELD_AT_ONCE}))`.execute(
    db,
  );
}

/**
 * Ends a delivery that has used up its retries. When its endpoint answered no 200 since the delivery's first attempt,
 * it is disabled, what waits for it is held and the account's owners are told, all in one transaction (decisions §8.7):
 * one event that a healthy receiver cannot take disables nothing, nor does one that was on its way when somebody
 * enabled the endpoint again.
 */
export async function finishExhausted(db: Db, exhausted: Finish): Promise<void> {
  await withTransaction(db, async (tx) => {
    await sql`select 1 from webhook_endpoints where id = ${exhausted.endpoint} for no key update`.execute(tx);
    const done = await finish(tx, [exhausted]);
    if (done.length === 0) return;
    const { rows } = await sql<{ id: string; account_id: string; environment: "testing" | "production"; url: string }>`
      update webhook_endpoints w
      set status = 'disabled', disabled_reason = 'FAILING', disabled_at = clock_timestamp(), updated_at = clock_timestamp(),
        missed_since = ${missedSince("w")}
      from webhook_deliveries d
      where w.id = ${exhausted.endpoint} and d.id = ${exhausted.id} and w.status = 'enabled' and w.deleted_at is null
        and (w.last_success_at is null or w.last_success_at < d.first_attempt_at)
        and (w.enabled_at is null or w.enabled_at < d.first_attempt_at)
      returning w.id, w.account_id, w.environment, w.url`.execute(tx);
    const disabled = rows[0];
    if (!disabled) return;
    await holdWaiting(tx, disabled.id);
    const { status_code, error_detail } = exhausted;
    await mailOfDisabling(tx, {
      ...disabled,
      page: `${env().appUrl}/${disabled.environment}/webhooks/${disabled.id}`,
      result: status_code === null ? (error_detail ?? "") : `HTTP ${status_code}`,
    });
  });
}
