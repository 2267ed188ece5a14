import { type RawBuilder, sql } from "kysely";
import { plainMail } from "@/lib/i18n/mails";
import { exactResult } from "@/lib/webhooks/webhook-answer";
import { notify } from "@/server/accounts";
import { type Db, withTransaction } from "@/server/db/transaction";
import { type Finish, finish } from "./claims";

/** Most deliveries that the transaction changes; the rest are held when they become due. */
const HELD_AT_ONCE = 5000;

/**
 * Since when an endpoint that is being disabled has missed events; an earlier time stays until those were sent again.
 */
export function missedSince(row: "w" | "webhook_endpoints"): RawBuilder<Date> {
  const column = (name: string) => sql.ref(`${row}.${name}`);
  return sql`coalesce(${column("missed_since")}, ${column("last_success_at")}, ${column("created_at")})`;
}

/** Whether a delivery `d` failed since a moment; its event may be older if the first attempt had to wait. */
export function failedSince(moment: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`coalesce(d.first_attempt_at, d.created_at) >= ${moment} and d.trigger <> 'test'`;
}

/** Holds the deliveries that wait for an endpoint, in the transaction that disables it. */
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
 * Ends a delivery that has used up its retries. If its endpoint answered no 200 since the delivery's first attempt, the
 * endpoint is disabled, its waiting deliveries are held and the account's owners are notified, all in one transaction
 * (contract §15.7). So one event that a healthy receiver cannot process disables nothing, and neither does a delivery
 * that started before a caller enabled the endpoint again.
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
    const { id, account_id: accountId, environment, url } = disabled;
    const status = exhausted.status_code === null ? [] : [`HTTP ${exhausted.status_code}`];
    await notify(tx, {
      accountId,
      environment,
      kind: "endpoint_disabled",
      path: `/${environment}/webhooks/${id}`,
      text: (language) =>
        plainMail(language, "endpointDisabled", {
          environment,
          host: new URL(url).host,
          url,
          result: [...status, exactResult(exhausted, language) ?? ""].filter(Boolean).join(" · "),
        }),
    });
  });
}
