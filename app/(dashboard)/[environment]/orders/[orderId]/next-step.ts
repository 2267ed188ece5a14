import type { OrderRecord } from "@/lib/contracts/order";
import { isoOf } from "@/lib/format";
import { STUCK_STATUSES } from "@/lib/orders/status";

/** What has to happen next with an order; `isYours`: by the merchant. The messages are `orderPage.nextStep.*`. */
export type NextStep = { step: (typeof STEPS)[number]; isYours: boolean; day?: string };

const STEPS = [
  "confirm",
  "wait",
  "cancelling",
  "pack",
  "print",
  "collect",
  "collectAgain",
  "bring",
  "carry",
  "late",
  "decide",
  "answer",
  "arrived",
  "cancelled",
] as const;

/** What is known beside the order; undefined while it is not. */
export type Around = {
  /** Today in Hong Kong. */
  today: string;
  isPrinted: boolean | undefined;
  isInWarehouse: boolean | undefined;
  /** When the merchant last said what should happen to a parcel that could not be delivered. */
  instructed: string | undefined;
};

/** Who has to do what next with the order (contract §13.3). */
export function nextStepOf(order: OrderRecord, around: Around): NextStep {
  const { order_status: status, estimated_delivery, cancel_status, suspension } = order;
  if (status === "CANCELLED") return { step: "cancelled", isYours: false };
  if (status === "DELIVERED") return { step: "arrived", isYours: false };
  if (cancel_status === "REQUESTED") return { step: "cancelling", isYours: false };
  if (status === "PENDING_CONFIRM")
    return suspension ? { step: "wait", isYours: false } : { step: "confirm", isYours: true };
  if (STUCK_STATUSES.includes(status))
    return isAnswered(order, around) ? { step: "answer", isYours: false } : { step: "decide", isYours: true };
  if (status === "READY_TO_SHIP") return stepBefore(order, around);
  const due = estimated_delivery?.slice(0, 10);
  if (due && due < around.today) return { step: "late", isYours: true, day: due };
  return { step: "carry", isYours: false, ...(due && { day: due }) };
}

/** Of an order that the courier does not have yet. */
function stepBefore(order: OrderRecord, { today, isPrinted, isInWarehouse }: Around): NextStep {
  if (isInWarehouse) return { step: "pack", isYours: false };
  const day = order.ship_type === "local" ? order.pickup_arrange?.pickup_date : undefined;
  if (isPrinted === false) return { step: "print", isYours: true };
  if (!day) return { step: "bring", isYours: true };
  return day < today ? { step: "collectAgain", isYours: true, day } : { step: "collect", isYours: false, day };
}

/** What was asked for before the courier's last scan is over. */
export function isAnswered({ tracking }: OrderRecord, { instructed }: Pick<Around, "instructed">): boolean {
  const [last] = tracking.checkpoint_list;
  return instructed !== undefined && (isoOf(instructed) ?? "") > ((last && isoOf(last.time)) ?? "");
}
