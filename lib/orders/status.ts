/** Every state of an order (contract §13.3). */
export const ORDER_STATUSES = [
  "DRAFT",
  "PENDING_CONFIRM",
  "READY_TO_SHIP",
  "PICKED_UP",
  "IN_TRANSIT",
  "OUT_FOR_DELIVERY",
  "DELIVERED",
  "FAILED_DELIVERY",
  "EXCEPTION",
  "CANCELLED",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Where a parcel has stopped on its way, and a person must do something. */
export const STUCK_STATUSES: readonly OrderStatus[] = ["EXCEPTION", "FAILED_DELIVERY"];

/** What is to be printed: nothing that has left, or never leaves (contract §5.10). */
export const TO_PRINT = { status: "READY_TO_SHIP", printed: "N" } as const;

/** The one table of legal moves: buttons, server and tests read it (contract §13.3). */
export const ORDER_MOVES: Record<OrderStatus, readonly OrderStatus[]> = {
  DRAFT: ["PENDING_CONFIRM"],
  PENDING_CONFIRM: ["READY_TO_SHIP", "CANCELLED"],
  READY_TO_SHIP: ["PICKED_UP", "IN_TRANSIT", "EXCEPTION", "CANCELLED"],
  PICKED_UP: ["IN_TRANSIT", "OUT_FOR_DELIVERY", "EXCEPTION"],
  IN_TRANSIT: ["IN_TRANSIT", "OUT_FOR_DELIVERY", "DELIVERED", "EXCEPTION"],
  OUT_FOR_DELIVERY: ["DELIVERED", "FAILED_DELIVERY", "IN_TRANSIT", "EXCEPTION"],
  FAILED_DELIVERY: ["FAILED_DELIVERY", "IN_TRANSIT", "OUT_FOR_DELIVERY", "DELIVERED", "EXCEPTION"],
  EXCEPTION: ["EXCEPTION", "IN_TRANSIT", "OUT_FOR_DELIVERY", "FAILED_DELIVERY", "DELIVERED"],
  DELIVERED: [],
  CANCELLED: [],
};

/** How far a parcel has come. A carrier's scan may skip forward along it, never back. */
const PROGRESS: Record<OrderStatus, number> = {
  DRAFT: 0,
  PENDING_CONFIRM: 0,
  READY_TO_SHIP: 1,
  PICKED_UP: 2,
  IN_TRANSIT: 3,
  EXCEPTION: 3,
  OUT_FOR_DELIVERY: 4,
  FAILED_DELIVERY: 5,
  DELIVERED: 6,
  CANCELLED: 6,
};

/** Whether the table allows the move. */
export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return ORDER_MOVES[from].includes(to);
}

/** Whether `to` comes later than `from`, for a carrier's scan that skips steps. */
export function isForward(from: OrderStatus, to: OrderStatus): boolean {
  return ORDER_MOVES[from].length > 0 && PROGRESS[from] >= 1 && PROGRESS[to] > PROGRESS[from] && to !== "CANCELLED";
}

/** What may be done with an order now; buttons and the API's `available_actions` read it. */
export const ORDER_ACTIONS = ["confirm", "update", "update_remarks", "cancel", "label", "track"] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

/** The actions that a state allows (contract §13.3). */
export function actionsOf(status: OrderStatus, hasTrackingNumber: boolean): OrderAction[] {
  const actions: OrderAction[] = [];
  if (canMove(status, "READY_TO_SHIP")) actions.push("confirm", "update");
  else actions.push("update_remarks");
  if (canMove(status, "CANCELLED")) actions.push("cancel");
  if (hasTrackingNumber) {
    if (status !== "CANCELLED") actions.push("label");
    actions.push("track");
  }
  return actions;
}

/** The event types of contract §15.9 with the state that each brings and the word of `data.status`. */
export const TRACKING_EVENTS = {
  "order.created": { status: "PENDING_CONFIRM", word: "pending" },
  "order.picked_up": { status: "PICKED_UP", word: "picked_up" },
  "order.in_transit": { status: "IN_TRANSIT", word: "in_transit" },
  "order.out_for_delivery": { status: "OUT_FOR_DELIVERY", word: "out_for_delivery" },
  "order.delivered": { status: "DELIVERED", word: "delivered" },
  "order.failed_delivery": { status: "FAILED_DELIVERY", word: "failed_delivery" },
  "order.exception": { status: "EXCEPTION", word: "exception" },
  "order.cancelled": { status: "CANCELLED", word: "cancelled" },
} as const satisfies Record<string, { status: OrderStatus; word: string }>;
export type TrackingEvent = keyof typeof TRACKING_EVENTS;
export const TRACKING_EVENT_NAMES = Object.keys(TRACKING_EVENTS) as [TrackingEvent, ...TrackingEvent[]];

/** The overview's word for a state (contract §13.4). */
export function overviewStatus(status: OrderStatus): string {
  return status === "PENDING_CONFIRM" || status === "READY_TO_SHIP" ? "pending" : status.toLowerCase();
}

/** Sub-statuses of a scan that have a name in both languages, under `subStatus`. */
export const SUB_STATUSES = [
  "available_for_pickup",
  "refused",
  "bad_address",
  "not_home",
  "customs_delay",
  "damaged",
  "lost",
  "returning",
  "returned",
] as const;
