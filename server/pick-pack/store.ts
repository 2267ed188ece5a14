import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { withinReach } from "@/server/accounts";
import type { Context } from "@/server/context";
import { type Change, everyAccount, type Scope, scoped } from "@/server/db/scoped";
import type { Db, Tx } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";

export type PickPackRow = Selectable<Tables["pick_pack_orders"]>;

function one(db: Db, scope: Scope, orderId: string) {
  return scoped(db, scope).selectFrom("pick_pack_orders").selectAll().where("order_id", "=", orderId);
}

/** The pick-and-pack order of an order, if it has one. */
export function findPickPack(db: Db, scope: Scope, orderId: string): Promise<PickPackRow | undefined> {
  return one(db, scope, orderId).executeTakeFirst();
}

/** The same, with its row locked until the transaction ends. To change the order too, lock the order first. */
export function lockPickPack(tx: Tx, scope: Scope, orderId: string): Promise<PickPackRow | undefined> {
  return one(tx, scope, orderId).forUpdate().executeTakeFirst();
}

/**
 * Creates the pick-and-pack order of a confirmed order. If pick-and-pack of the account was switched off in the
 * meantime, none is created (contract §7.2): the merchant sends the order.
 */
export async function insertPickPack(
  tx: Tx,
  scope: Scope,
  orders: readonly { id: string; provider: string; at: Date }[],
): Promise<void> {
  const rows = JSON.stringify(orders.map(({ id, provider, at }) => ({ id, provider, at })));
  await sql`
    insert into pick_pack_orders (account_id, environment, order_id, status, shipping_provider, requested_at, updated_at)
    select a.id, ${scope.environment}, o.id, 'PICKPACK_PENDING_CONFIRM', o.provider, o.at, o.at
    from (select id from accounts where id = ${scope.accountId} and pick_pack for share) a,
      json_to_recordset(${rows}::json) as o (id bigint, provider text, at timestamptz)`.execute(tx);
}

/** Changes a pick-and-pack order whose row is locked. */
export async function updatePickPack(
  tx: Tx,
  scope: Scope,
  orderId: string,
  change: Change<"pick_pack_orders">,
): Promise<void> {
  await scoped(tx, scope)
    .updateTable("pick_pack_orders")
    .set({ updated_at: new Date(), ...change })
    .where("order_id", "=", orderId)
    .execute();
}

/**
 * The accounts that the caller may see and that have an order with this number: nearly always one, because numbers are
 * unique only within an account.
 */
export async function accountsOf(ctx: Context, orderId: string): Promise<string[]> {
  const rows = await everyAccount(ctx.db)
    .selectFrom("pick_pack_orders")
    .select("account_id")
    .where("order_id", "=", orderId)
    .where("environment", "=", ctx.environment)
    .where(withinReach(ctx, "account_id"))
    .limit(2)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** The number of the wave that an order is in. */
export async function waveNumberOf(db: Db, waveId: string | null): Promise<string | null> {
  if (waveId === null) return null;
  const wave = await db.selectFrom("pick_pack_waves").select("number").where("id", "=", waveId).executeTakeFirst();
  return wave?.number ?? waveId;
}

/** Whether a pick-and-pack order, `p` in the statement, is of one unit. */
export const IS_SINGLE: RawBuilder<SqlBool> = sql<SqlBool>`(select sum(i.qty) = 1 from order_items i
  where i.account_id = p.account_id and i.environment = p.environment and i.order_id = p.order_id)`;
