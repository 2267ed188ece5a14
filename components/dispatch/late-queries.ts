import type { CallInput } from "@/lib/api-client";
import { STUCK_STATUSES } from "@/lib/orders/status";

const SHOWN = "5";
const stuck = { status: STUCK_STATUSES.join(",") };
// Those that stopped are in the part before, late or not.
const late = { late: "Y", status: "READY_TO_SHIP,PICKED_UP,IN_TRANSIT,OUT_FOR_DELIVERY" } as const;

/** Orders that failed or stopped, and others past their day: what is asked for, and where all of them are. */
export const LATE_PARTS = {
  stuck: { query: { ...stuck, limit: SHOWN }, path: `/orders?status=${stuck.status}` },
  late: { query: { ...late, limit: SHOWN }, path: `/orders?late=Y&status=${late.status}` },
} satisfies Record<string, { query: CallInput<"listOrders">; path: string }>;
