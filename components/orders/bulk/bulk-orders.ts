import type { Where } from "@/lib/api-client";
import { call } from "@/lib/api-client";
import type { OrderRow } from "@/lib/contracts/order";
import { decimal, money } from "@/lib/decimal";
import { actionsOf } from "@/lib/orders/status";

/** An action on many orders. */
export type BulkAction = "confirm" | "cancel" | "book" | "tag";

/** Why the action leaves an order out. */
export type LeftOutReason = "NOT_FOUND" | "CANCELLED" | "CONFIRMED" | "COLLECTED";

/** The result for an order of the selection. */
export type Result =
  | { kind: "DONE" | "UNTRIED" }
  | { kind: "FAILED"; error: unknown }
  | { kind: "LEFT_OUT"; why: LeftOutReason };
export type Results = ReadonlyMap<string, Result>;

const PAGE = 100;

/** The current orders by id; those that no longer exist are missing. Throws ApiFailure. */
export async function readOrders(
  ids: readonly string[],
  where: Where,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, OrderRow>> {
  const found = new Map<string, OrderRow>();
  for (let start = 0; start < ids.length; start += PAGE) {
    const order_ids = ids.slice(start, start + PAGE).join(",");
    const { data } = await call("listOrders", { order_ids, limit: String(PAGE) }, { ...where, signal });
    for (const order of data) found.set(order.order_id, order);
  }
  return found;
}

/** Why the state of an order rules the action out; null if it does not (contract §13.3). */
export function leftOutReason(action: BulkAction, order: OrderRow | undefined): LeftOutReason | null {
  if (!order) return "NOT_FOUND";
  if (action === "tag") return null;
  const isAble =
    action === "book"
      ? order.order_status === "READY_TO_SHIP"
      : actionsOf(order.order_status, order.tracking_number !== null).includes(action);
  if (isAble) return null;
  if (order.order_status === "CANCELLED") return "CANCELLED";
  return action === "confirm" ? "CONFIRMED" : "COLLECTED";
}

/** The actions on many orders that the list offers. */
export const OFFERED = ["label", "confirm", "cancel"] as const;

/** The orders that can take an action; null: not known, because some are not among `rows`. */
export function takersOf(
  action: (typeof OFFERED)[number],
  ids: readonly string[],
  rows: ReadonlyMap<string, OrderRow>,
): OrderRow[] | null {
  const orders = ids.map((id) => rows.get(id)).filter((order) => order !== undefined);
  if (orders.length < ids.length) return null;
  return orders.filter(({ order_status, tracking_number }) =>
    actionsOf(order_status, tracking_number !== null).includes(action),
  );
}

/** Updates the results from the orders, read again: some no longer need the action. */
export function settleResults(
  before: Results,
  action: BulkAction,
  ids: readonly string[],
  orders: ReadonlyMap<string, OrderRow>,
): Results {
  const results = new Map(before);
  for (const id of ids) {
    const why = leftOutReason(action, orders.get(id));
    if (why !== null) results.set(id, { kind: "LEFT_OUT", why });
  }
  return results;
}

/** The exact sum of amounts. */
export function sumOf(amounts: readonly string[]): string {
  return money(amounts.reduce((sum, amount) => sum.plus(amount), decimal("0")));
}
