import { sql } from "kysely";
import { type Context, type Db, type Scope, scopeOf } from "@/server/context";
import { within } from "@/server/db/scoped";
import { type Act, changed, type Facts, recordAudit } from "./audit";

/** What a call changes, where it names one thing. */
export type Changed = { orderId?: string | undefined; productId?: string | undefined };

/** The facts of an order or a product that say nothing about a person. An order is locked, as whoever changes it does first. */
async function factsOf(db: Db, scope: Scope, { orderId, productId }: Changed): Promise<Facts> {
  if (orderId && /^\d{1,15}$/.test(orderId)) {
    const { rows } = await sql<Record<string, unknown>>`
      select o.status, o.shipping_provider, o.tracking_number, o.quote_price::text, o.chargeable_weight::text,
        o.cod_amount::text, o.pickup_date::text, o.is_label_printed, o.cancel_requested_at is not null as is_cancel_requested,
        (select p.status from pick_pack_orders p where ${within(scope, "p")} and p.order_id = o.id) as pickpack_status
      from orders o where ${within(scope, "o")} and o.id = ${orderId} for update of o`.execute(db);
    return rows[0] ?? {};
  }
  if (productId) {
    const { rows } = await sql<Record<string, unknown>>`
      select sku, on_hand::text, reserved::text, missing::text, damaged::text, deleted_at is not null as is_deleted
      from products where ${within(scope)} and id = ${productId}`.execute(db);
    return rows[0] ?? {};
  }
  return {};
}

/**
 * Runs what staff change on a merchant's account, in the transaction `ctx.db`, and records it with what it changed
 * (contract §20.1).
 */
export async function recordChange<T>(
  ctx: Context & { account: NonNullable<Context["account"]> },
  act: Act,
  what: Changed,
  work: () => Promise<T>,
): Promise<T> {
  const scope = scopeOf(ctx);
  const before = await factsOf(ctx.db, scope, what);
  const done = await work();
  const facts = changed(before, await factsOf(ctx.db, scope, what));
  await recordAudit(ctx, [ctx.account.id], {
    ...act,
    ...(Object.keys(facts.before).length > 0 && { before: facts.before }),
    after: { ...act.after, ...facts.after },
  });
  return done;
}
