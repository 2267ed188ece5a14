import type { LabelStatus, SKIP_REASONS, SkippedOrder } from "@/lib/contracts/document";
import { log } from "@/server/log";
import type { OrderRow } from "@/server/orders";
import { UnprintableLabel } from "../label/label";

type SkipReason = (typeof SKIP_REASONS)[number];
type Judged = Pick<OrderRow, "id" | "status" | "tracking_number" | "erased_at">;

/** Whether an order has documents. */
export function statusOf(order: Pick<Judged, "status" | "tracking_number">): LabelStatus {
  if (order.status === "CANCELLED") return "CANCELLED";
  return order.tracking_number === null ? "NOT_CONFIRMED" : "READY";
}

/** Why an order has no papers any more (contract §20.4). */
export const ERASED_PAPERS = "The personal data of the order is erased: it has no label and no papers any more.";

/** Why there is no label. */
export const NO_LABEL: Record<SkipReason, string> = {
  NOT_FOUND: "There is no such order, or it is not yours.",
  NOT_CONFIRMED: "The order is not confirmed: it has no label yet.",
  CANCELLED: "The order is cancelled: its label must not be used any more.",
  UNPRINTABLE: "The label of the order could not be drawn: ask support.",
  DUPLICATE: "The order is in the list before: its labels are printed once.",
};

/** The orders to print, in the given order, and those left out, with the reason. */
export type Sorted<Order> = { ready: Order[]; skipped: SkippedOrder[] };

/** Splits ids into orders to print and orders left out; `unprintable`: orders whose label cannot be drawn. */
export function splitPrintable<Order extends Judged>(
  ids: readonly string[],
  orders: readonly Order[],
  unprintable: ReadonlySet<string> = new Set(),
): Sorted<Order> {
  // Ids with leading zeros are the same order.
  const byId = new Map(orders.map((order) => [BigInt(order.id), order]));
  const ready = new Set<Order>();
  const skipped: SkippedOrder[] = [];
  for (const id of ids) {
    const order = byId.get(BigInt(id));
    const reason = order ? judgeOrder(order, ready, unprintable) : "NOT_FOUND";
    if (order && reason === "READY") ready.add(order);
    else {
      const message = order?.erased_at ? ERASED_PAPERS : NO_LABEL[reason as SkipReason];
      skipped.push({ order_id: id, code_reason: reason as SkipReason, message });
    }
  }
  return { ready: [...ready], skipped };
}

function judgeOrder(order: Judged, ready: ReadonlySet<Judged>, unprintable: ReadonlySet<string>): SkipReason | "READY" {
  if (ready.has(order)) return "DUPLICATE";
  return unprintable.has(order.id) || order.erased_at ? "UNPRINTABLE" : statusOf(order);
}

/**
 * Prints what can be printed: an order whose label cannot be drawn is left out and its cause logged. `printed` is null
 * when nothing is left to print.
 * @throws whatever else `print` throws
 */
export async function printSorted<Order extends Judged>(
  ids: readonly string[],
  orders: readonly Order[],
  print: (batch: Sorted<Order>) => Promise<Uint8Array>,
): Promise<Sorted<Order> & { printed: Uint8Array | null }> {
  const unprintable = new Set<string>();
  for (;;) {
    const batch = splitPrintable(ids, orders, unprintable);
    if (!batch.ready.length) return { ...batch, printed: null };
    try {
      return { ...batch, printed: await print(batch) };
    } catch (error) {
      if (!(error instanceof UnprintableLabel)) throw error;
      log().error({ err: error.cause, order: error.orderId }, "a label could not be drawn");
      unprintable.add(error.orderId);
    }
  }
}
