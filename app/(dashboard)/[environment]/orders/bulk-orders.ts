import type { Where } from "@/lib/api-client";
import type { OrderRow } from "@/lib/contracts/order";
import { decimal, money } from "@/lib/decimal";
import { callLazily } from "@/lib/lazy-contract";
import { actionsOf } from "@/lib/order-status";
import { isUnknown, type Outcome } from "./bulk-run";
import { LIST_ORDERS } from "./operations";

/** What is done with many orders. */
export type BulkAction = "confirm" | "cancel";

/** Why nothing is done with an order. */
export type LeftOutReason = "NOT_FOUND" | "CANCELLED" | "CONFIRMED" | "COLLECTED";

/** What became of an order of the selection. */
export type Result = Outcome | { kind: "UNTRIED" } | { kind: "LEFT_OUT"; why: LeftOutReason };
export type Results = ReadonlyMap<string, Result>;

const PAGE = 100;

/** The orders as they are now, by their ids; those that are no longer there are missing. Throws ApiFailure. */
export async function readOrders(
  ids: readonly string[],
  where: Where,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, OrderRow>> {
  const found = new Map<string, OrderRow>();
  for (let start = 0; start < ids.length; start += PAGE) {
    const order_ids = ids.slice(start, start + PAGE).join(",");
    const { data } = await callLazily(LIST_ORDERS, { order_ids, limit: String(PAGE) }, { ...where, signal });
    for (const order of data) found.set(order.order_id, order);
  }
  return found;
}

/** Why the state of an order rules the action out; null: it does not (decisions §4.3). */
export function leftOutReason(action: BulkAction, order: OrderRow | undefined): LeftOutReason | null {
  if (!order) return "NOT_FOUND";
  if (actionsOf(order.order_status, order.tracking_number !== null).includes(action)) return null;
  if (order.order_status === "CANCELLED") return "CANCELLED";
  return action === "confirm" ? "CONFIRMED" : "COLLECTED";
}

const REACHED: Record<BulkAction, LeftOutReason> = { confirm: "CONFIRMED", cancel: "CANCELLED" };

/**
 * The results with what the orders, read anew, say of them: nothing is to be done with some any more, and where it was
 * not known whether the action was carried out, the state tells that it was.
 */
export function settled(
  before: Results,
  action: BulkAction,
  ids: readonly string[],
  orders: ReadonlyMap<string, OrderRow>,
): Results {
  const results = new Map(before);
  for (const id of ids) {
    const why = leftOutReason(action, orders.get(id));
    if (why === null) continue;
    const result = before.get(id);
    const wasDone = result?.kind === "FAILED" && isUnknown(result.error) && why === REACHED[action];
    results.set(id, wasDone ? { kind: "DONE" } : { kind: "LEFT_OUT", why });
  }
  return results;
}

/** The exact sum of amounts. */
export function sumOf(amounts: readonly string[]): string {
  return money(amounts.reduce((sum, amount) => sum.plus(amount), decimal("0")));
}
