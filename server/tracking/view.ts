import { hongKongIso } from "@/lib/calendar";
import type { TrackingView } from "@/lib/contracts/tracking-parts";
import { overviewStatus, TRACKING_EVENTS } from "@/lib/orders/status";
import { estimateOf, type OrderRow } from "@/server/orders";
import type { ScanRow } from "./queries";

type Checkpoint = TrackingView["checkpoint_list"][number];

function localityOf(location: ScanRow["location"]): Checkpoint["location"] {
  return location && { city: location.city ?? null, state: location.state ?? null, country: location.country ?? null };
}

/**
 * The scan that caused the present state: the one recorded last, even if the carrier's clock dates it before others.
 */
function lastMove(scans: readonly ScanRow[]): ScanRow | undefined {
  return scans.filter(({ moved }) => moved).sort((a, b) => Number(b.id) - Number(a.id))[0];
}

/** The columns of an order that the timeline needs. */
export type TrackedOrder = Pick<
  OrderRow,
  "id" | "status" | "tracking_number" | "created_at" | "moved_at" | "estimated_delivery"
>;

/** The timeline of an order: its scans, the newest first, ending with its creation (contract §13.13). */
export function viewOf(order: TrackedOrder, scans: readonly ScanRow[]): TrackingView {
  const created: Checkpoint = {
    time: hongKongIso(order.created_at),
    event: "order.created",
    status: TRACKING_EVENTS["order.created"].word,
    sub_status: null,
    description: "Order information received",
    location: null,
  };
  const cancelled: Checkpoint[] =
    order.status === "CANCELLED" && order.moved_at && !scans.some((scan) => scan.event === "order.cancelled")
      ? [
          {
            time: hongKongIso(order.moved_at),
            event: "order.cancelled",
            status: TRACKING_EVENTS["order.cancelled"].word,
            sub_status: null,
            description: "Order cancelled",
            location: null,
          },
        ]
      : [];
  const scanned = scans.map(
    (scan): Checkpoint => ({
      time: hongKongIso(scan.occurred_at),
      event: scan.event,
      status: TRACKING_EVENTS[scan.event].word,
      sub_status: scan.sub_status,
      description: scan.description,
      location: localityOf(scan.location),
    }),
  );
  return {
    order_id: order.id,
    tracking_number: order.tracking_number,
    status: overviewStatus(order.status),
    sub_status: lastMove(scans)?.sub_status ?? null,
    estimated_delivery: estimateOf(order),
    // All times have the same format, so sorting the text sorts the times.
    checkpoint_list: [
      ...[...cancelled, ...scanned].sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0)),
      created,
    ],
  };
}
