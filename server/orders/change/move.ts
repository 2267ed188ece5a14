import { sql } from "kysely";
import type { OrderStatus } from "@/lib/orders/status";
import type { Account } from "@/server/context";
import { type Change, type Scope, scoped } from "@/server/db/scoped";
import type { Tx } from "@/server/db/transaction";
import { effects } from "@/server/effects";
import { recordEvent, type StoredEvent } from "@/server/webhooks";
import type { OrderRow } from "../queries";

/** Every change of an order's row raises its revision. */
function change(tx: Tx, scope: Scope, columns: Change<"orders">) {
  return scoped(tx, scope)
    .updateTable("orders")
    .set({ ...columns, revision: sql`revision + 1` });
}

/**
 * Changes an order's row and its revision, which tells other writers that what they read is outdated. `read` is the
 * revision that the change was based on; callers that hold the row's lock omit it. False: the revision differs, and
 * nothing was changed.
 */
export async function changeOrder(
  tx: Tx,
  scope: Scope,
  id: string,
  columns: Change<"orders">,
  read?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await change(tx, scope, { updated_at: new Date(), ...columns })
    .where("id", "=", id)
    .$if(read !== undefined, (update) => update.where("revision", "=", read as number))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Erases columns of orders that are not erased yet; the time of their last update stays. */
export async function eraseRows(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
  columns: Change<"orders">,
): Promise<void> {
  await change(tx, scope, { ...columns, erased_at: sql`now()` })
    .where("id", "=", sql<string>`any(${[...ids]}::bigint[])`)
    .where("erased_at", "is", null)
    .execute();
}

type OrderState = { status: OrderStatus; provider: string };

/** Updates the counts when an order changes status or provider, inside the transaction that moves it. */
export async function countMove(tx: Tx, scope: Scope, from: OrderState, to: OrderState): Promise<void> {
  if (from.status === to.status && from.provider === to.provider) return;
  await sql`
    insert into order_count_deltas (account_id, environment, status, shipping_provider, delta)
    values (${scope.accountId}, ${scope.environment}, ${from.status}, ${from.provider}, -1),
           (${scope.accountId}, ${scope.environment}, ${to.status}, ${to.provider}, 1)`.execute(tx);
}

/** Everything that belongs to an order's move to another state. */
export type Move = {
  at: Date;
  actor: string;
  event: StoredEvent;
  /** Other changes in its row. */
  columns?: Change<"orders">;
  /** The revision that the move was based on, if the row is not locked. */
  read?: number;
} & ({ status: "READY_TO_SHIP"; account: Account } | { status: Exclude<OrderStatus, "READY_TO_SHIP"> });

/**
 * Moves an order to another state, which the caller has checked: its row, the counts, the event, and what other modules
 * do then. False: the order has changed since it was read, and nothing was done.
 */
export async function moveOrder(tx: Tx, scope: Scope, order: OrderRow, move: Move): Promise<boolean> {
  const { status, at, actor } = move;
  if (!(await changeOrder(tx, scope, order.id, { ...move.columns, status }, move.read))) return false;
  const provider = order.shipping_provider;
  await countMove(tx, scope, { status: order.status, provider }, { status, provider });
  const announced = { id: order.id, at, actor };
  const money = { wasConfirmed: order.confirmed_at !== null, codAmount: order.cod_amount };
  await effects.moved(tx, scope, { ...announced, ...money, status });
  await recordEvent(tx, scope, order.id, move.event);
  if (status === "CANCELLED") await effects.cancelled(tx, scope, announced);
  else if (move.status === "READY_TO_SHIP")
    await effects.confirmed(tx, scope, [{ ...announced, provider, account: move.account }]);
  else if (order.status === "READY_TO_SHIP") await effects.collected(tx, scope, announced);
  return true;
}
