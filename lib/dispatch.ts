import type { DispatchOrder } from "./contracts/dispatch";

/**
 * What a courier takes at once, or what waits for one: what was cancelled after it was scanned out, collections that were
 * missed, that are booked, local orders without one, orders abroad, what was scanned out although its collection is on
 * another day, and what the warehouse hands over.
 */
const KINDS = ["CANCELLED", "MISSED", "BOOKED", "UNBOOKED", "ABROAD", "OTHER", "WAREHOUSE"] as const;
type CollectionKind = (typeof KINDS)[number];

/** Orders of one service with the same collection. */
export type Collection = {
  key: string;
  kind: CollectionKind;
  provider: string;
  /** `HH:MM`; null: none is booked. */
  start: string | null;
  end: string | null;
  orders: DispatchOrder[];
};

/** How far the parcels of orders are. */
export type Progress = { parcels: number; printed: number; out: number };

/** Whether the carrier has it already. */
function isCollected({ order_status }: DispatchOrder): boolean {
  return order_status !== "READY_TO_SHIP" && order_status !== "CANCELLED";
}

/** Whether its label should still be printed here. */
export function isToPrint(order: DispatchOrder): boolean {
  return order.order_status === "READY_TO_SHIP" && !order.is_printed && !order.in_warehouse;
}

/** Whether a parcel of it should still be scanned out here. */
export function isToScan(order: DispatchOrder): boolean {
  return order.order_status === "READY_TO_SHIP" && !order.in_warehouse && order.scan_list.length < order.parcel_count;
}

/** Whether a parcel of it was scanned out and is on no list yet. */
export function isToList({ order_status, scan_list }: DispatchOrder): boolean {
  return order_status !== "CANCELLED" && scan_list.some(({ hand_over_id }) => hand_over_id === null);
}

/** How far the parcels of these orders are, cancelled ones left out; `out`: scanned out, or with the carrier. */
export function progressOf(orders: readonly DispatchOrder[]): Progress {
  const sum = (count: (order: DispatchOrder) => number) =>
    orders.reduce((total, order) => total + (order.order_status === "CANCELLED" ? 0 : count(order)), 0);
  return {
    parcels: sum(({ parcel_count }) => parcel_count),
    printed: sum((order) => (order.is_printed || isCollected(order) ? order.parcel_count : 0)),
    out: sum((order) => (isCollected(order) ? order.parcel_count : order.scan_list.length)),
  };
}

/** A collection without its orders, for pages that show no more of it. */
export type CollectionSummary = Omit<Collection, "orders"> & { progress: Progress };

export function summaryOf({ orders, ...collection }: Collection): CollectionSummary {
  return { ...collection, progress: progressOf(orders) };
}

function kindOf(order: DispatchOrder, day: string): CollectionKind {
  if (order.order_status === "CANCELLED") return "CANCELLED";
  if (order.in_warehouse) return "WAREHOUSE";
  if (order.ship_type === "intl") return "ABROAD";
  if (order.pickup_date === null) return "UNBOOKED";
  if (order.pickup_date === day) return "BOOKED";
  return order.pickup_date < day && !isCollected(order) ? "MISSED" : "OTHER";
}

/** The orders of a day by what a courier takes at once, in the order of the day. */
export function collectionsOf(orders: readonly DispatchOrder[], day: string): Collection[] {
  const found = new Map<string, Collection>();
  for (const order of orders) {
    const kind = kindOf(order, day);
    const [start, end] = kind === "BOOKED" ? [order.pickup_start_time, order.pickup_end_time] : [null, null];
    const key = [kind, start, end, order.shipping_provider].join(" ");
    const collection = found.get(key) ?? { key, kind, provider: order.shipping_provider, start, end, orders: [] };
    collection.orders.push(order);
    found.set(key, collection);
  }
  const rank = ({ kind, start, end, provider }: Collection) =>
    [KINDS.indexOf(kind), start ?? "", end ?? "", provider].join(" ");
  return [...found.values()].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
