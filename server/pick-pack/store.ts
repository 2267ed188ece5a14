import type { Selectable, Updateable } from "kysely";
import type { Db, Scope, Tx } from "@/server/context";
import type { Tables } from "@/server/db/types";

export type PickPackRow = Selectable<Tables["pick_pack_orders"]>;

function one(db: Db, scope: Scope, orderId: string) {
  return db
    .selectFrom("pick_pack_orders")
    .selectAll()
    .where("account_id", "=", scope.accountId)
    .where("environment", "=", scope.environment)
    .where("order_id", "=", orderId);
}

/** The pick-and-pack order of an order, if it has one. */
export function findPickPack(db: Db, scope: Scope, orderId: string): Promise<PickPackRow | undefined> {
  return one(db, scope, orderId).executeTakeFirst();
}

/** The same, with its row locked until the transaction ends; who also changes the order locks that first. */
export function lockPickPack(tx: Tx, scope: Scope, orderId: string): Promise<PickPackRow | undefined> {
  return one(tx, scope, orderId).forUpdate().executeTakeFirst();
}

/** Writes the pick-and-pack order of a confirmed order. */
export async function insertPickPack(
  tx: Tx,
  scope: Scope,
  order: { id: string; provider: string; at: Date },
): Promise<void> {
  await tx
    .insertInto("pick_pack_orders")
    .values({
      account_id: scope.accountId,
      environment: scope.environment,
      order_id: order.id,
      status: "PICKPACK_PENDING_CONFIRM",
      shipping_provider: order.provider,
      requested_at: order.at,
      updated_at: order.at,
    })
    .execute();
}

/** Changes a pick-and-pack order whose row is locked. */
export async function updatePickPack(
  tx: Tx,
  scope: Scope,
  orderId: string,
  change: Updateable<Tables["pick_pack_orders"]>,
): Promise<void> {
  await tx
    .updateTable("pick_pack_orders")
    .set({ updated_at: new Date(), ...change })
    .where("account_id", "=", scope.accountId)
    .where("environment", "=", scope.environment)
    .where("order_id", "=", orderId)
    .execute();
}

/** The accounts that have an order of this number: nearly always one, for numbers are unique within an account only. */
export async function accountsOf(db: Db, environment: Scope["environment"], orderId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("pick_pack_orders")
    .select("account_id")
    .where("order_id", "=", orderId)
    .where("environment", "=", environment)
    .limit(2)
    .execute();
  return rows.map(({ account_id }) => account_id);
}
