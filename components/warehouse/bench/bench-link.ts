import { type CallOptions, call, type Where } from "@/lib/api-client";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import type { BenchStep } from "@/lib/warehouse/bench-steps";
import type { BenchLink } from "./bench-session";

// A request on a half-dead network may never be answered; the step is sent again, and still counts once.
const PATIENCE_MS = 10_000;

/**
 * Sends what is done at the bench by the operations of the API. Its contracts are loaded with the page, because it must
 * work without a network.
 */
export function benchLink(orderId: string, where: Where): BenchLink {
  const order = { order_id: orderId };
  const options = (): CallOptions => ({ ...where, signal: AbortSignal.timeout(PATIENCE_MS) });
  const operations = {
    start: () => call("startPacking", order, options()),
    scan: ({ id, code, parcel }) =>
      call("scanItem", { ...order, scan_id: id, code, parcel: String(parcel) }, options()),
    short: ({ id, parcel, position, qty, reason, remarks }) =>
      call(
        "noteShort",
        {
          ...order,
          scan_id: id,
          parcel: String(parcel),
          position: String(position),
          qty,
          reason,
          ...(remarks ? { remarks } : {}),
        },
        options(),
      ),
    label: ({ id, code }) => call("scanLabel", { ...order, scan_id: id, code }, options()),
    undo: ({ scanId }) => call("undoScan", { ...order, scan_id: scanId }, options()),
    reopen: ({ parcel }) => call("reopenParcel", { ...order, parcel: String(parcel) }, options()),
  } satisfies { [Kind in BenchStep["kind"]]: (step: Extract<BenchStep, { kind: Kind }>) => Promise<Bench> };
  return {
    read: () => call("readBench", order, options()),
    send: (step) => (operations[step.kind] as (step: BenchStep) => Promise<Bench>)(step),
  };
}
