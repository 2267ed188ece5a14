import { setImmediate as turn } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { type Scope, within } from "@/server/db/scoped";
import { type Db, withTransaction } from "@/server/db/transaction";
import { eraseRows } from "@/server/orders";

/** Small, so that no request waits long for locks or, on the embedded database, for the process. */
const BATCH = 200;

/** Kept after erasure: a party's country, and the fields of shipment and options that identify no person. */
const KEPT_OF_PARTY = ["country"];
const KEPT_OF_SHIPMENT = ["package_type", "reason_of_export", "consignment_declaration", "currency"];
const KEPT_OF_OPTIONS = [
  "tax_party",
  "incoterm",
  "duty_payer",
  "proof_of_delivery",
  "delivery_proof",
  "pickup_arrange",
];
/** In columns that need a text. */
const ERASED = "(erased)";

/** Of a JSON object the members with these names, if they are texts. */
function only(column: string, names: readonly string[]): RawBuilder<string> {
  return sql<string>`(select coalesce(jsonb_object_agg(m.key, m.value), '{}') from jsonb_each(${sql.ref(column)}) m
    where m.key = any (${[...names]}::text[]))`;
}

/**
 * Erases the personal data of orders, wherever it was copied to; what is counted stays (docs/privacy.md). Erasing
 * again changes nothing.
 */
export async function eraseOrders(db: Db, scope: Scope, ids: readonly string[]): Promise<void> {
  const inScope = within(scope);
  const ofOrders = sql`${inScope} and order_id = any (${[...ids]}::bigint[])`;
  await withTransaction(db, async (tx) => {
    // The order's row first, as every caller who changes an order locks it.
    await eraseRows(tx, scope, ids, {
      sender: only("sender", KEPT_OF_PARTY),
      recipient: only("recipient", KEPT_OF_PARTY),
      shipment: only("shipment", KEPT_OF_SHIPMENT),
      options: only("options", KEPT_OF_OPTIONS),
      recipient_name: ERASED,
      ...{ tags: [], ruled: null, client_remarks: null, cancel_remarks: null, cancel_declined_remarks: null },
      ...{ delivery_code: null, search_text: "", search: [] },
    });
    const statements = [
      sql`update order_parcels set item_remarks = null where ${ofOrders} and item_remarks is not null`,
      sql`update order_items set compliance = null where ${ofOrders} and compliance is not null`,
      sql`update tracking_events set description = null, details = '{}', location_key = 'erased ' || id,
          location = ${only("location", KEPT_OF_PARTY)}
        where ${ofOrders} and location_key not like 'erased %'`,
      sql`update pick_pack_orders set reject_reason = null where ${ofOrders} and reject_reason is not null`,
      sql`update pick_pack_scans set remarks = null where ${ofOrders} and remarks is not null`,
      sql`update stock_movements set reason = null where ${ofOrders} and reason is not null`,
      sql`update dispatch_scans set actor_name = null where ${ofOrders} and actor_name is not null`,
      sql`delete from order_messages where ${ofOrders}`,
      // Of a parcel, they show its label.
      sql`delete from order_pictures where ${ofOrders}`,
      sql`update order_entries set reason = null
        where ${ofOrders} and kind = 'ADJUSTMENT' and reason is not null`,
      sql`update cases set note = null where ${ofOrders} and note is not null`,
      // What jobs of the account, and of staff who named none, did to them.
      sql`update job_rows set answer = null, error = null
        where account_id in (${scope.accountId}, 0) and environment = ${scope.environment}
          and object_id = any (${[...ids]}::text[]) and num_nonnulls(answer, error) > 0`,
      // Rows of the file from which they were made; further lines of an order are its, too.
      sql`update import_rows set cells = '{}', edits = null, reference = null, problems = null, hold = null
        where ${inScope} and object_id = any (${[...ids]}::text[]) and (cells <> '{}' or hold is not null)`,
      // Labels of several orders are one file.
      sql`delete from jobs where ${inScope} and kind = 'print' and exists (
        select from jsonb_array_elements_text(payload -> 'order_ids') of_order where of_order::bigint = any(${[...ids]}::bigint[]))`,
      // Files of exports that may have one of them, and those that are being written are begun again.
      sql`delete from jobs where ${inScope} and kind = 'export' and exists (
        select from unnest(${[...ids]}::bigint[]) erased
        where erased between (result ->> 'from')::bigint and (result ->> 'to')::bigint)`,
      sql`update jobs set state = 'QUEUED', lease_until = null, tries = 0
        where ${inScope} and kind = 'export' and state = 'RUNNING'`,
      sql`delete from print_jobs where ${inScope} and order_ids && ${[...ids]}::bigint[]`,
      // Their attempts go with them.
      sql`delete from webhook_deliveries where ${ofOrders}`,
      sql`delete from events where ${ofOrders}`,
      sql`delete from idempotency_keys where ${inScope} and resource_id = any (${[...ids]}::text[])`,
    ];
    for (const statement of statements) await statement.execute(tx);
  });
}

/**
 * Erases what is older than the retention: orders that ended so many months ago, who signed lists of parcels, and
 * drafts that were not touched since. In small batches, until none is left or the signal stops it. Returns how many orders.
 */
export async function eraseOld(db: Db, months: number, signal?: AbortSignal): Promise<number> {
  const before = sql`now() - make_interval(months => ${months})`;
  let total = 0;
  for (let found = BATCH; found === BATCH && !signal?.aborted; total += found) {
    const { rows } = await sql<{ account_id: string; environment: Scope["environment"]; ids: string[] }>`
      select account_id, environment, array_agg(id::text) as ids from (
        select account_id, environment, id from orders
        where erased_at is null and status in ('DELIVERED', 'CANCELLED') and coalesce(moved_at, updated_at) < ${before}
        order by coalesce(moved_at, updated_at) limit ${BATCH}) due
      group by account_id, environment`.execute(db);
    found = rows.reduce((sum, { ids }) => sum + ids.length, 0);
    for (const { account_id: accountId, environment, ids } of rows)
      await eraseOrders(db, { accountId, environment }, ids);
    await turn();
  }
  await sql`update hand_overs set signed_by = null, signature = null, created_by_name = null
    where created_at < ${before} and (signed_by is not null or created_by_name is not null)`.execute(db);
  await sql`delete from order_drafts where ctid = any (array(
    select ctid from order_drafts where updated_at < ${before} limit 1000))`.execute(db);
  return total;
}
