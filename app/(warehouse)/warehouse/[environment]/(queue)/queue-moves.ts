import { ApiFailure } from "@/lib/api-client";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import type { ErrorEntry } from "@/lib/errors";
import type { Role } from "@/lib/roles";
import { type PickPackMove, pickPackMovesOf } from "@/lib/warehouse/pickpack-status";

/** An action on orders of the queue. */
export type QueueMove = Exclude<PickPackMove, "ready" | "reopen"> | "decline";

/** An order that could not be moved, and why. */
export type Failed = { row: PickPackRow; move: QueueMove; error: unknown };

/** An item that the stock does not cover, from an entry of a 400481 (contract §11.7). */
export type Shortage = { sku: string; requested: string; available: string };

/** The moves that the warehouse may make with an order now: none once the courier has it. */
export function movesOf({ status, order_status }: PickPackRow, role: Role): PickPackMove[] {
  return order_status === "READY_TO_SHIP" ? pickPackMovesOf(status, role) : [];
}

/** What the stock lacks, if an order could not be confirmed for that reason. */
export function shortagesOf(error: unknown): Shortage[] {
  if (!(error instanceof ApiFailure)) return [];
  return error.entries
    .filter((entry) => entry.code_reason === "OUT_OF_STOCK")
    .map(({ sku, requested, available }: ErrorEntry) => ({
      sku: String(sku),
      requested: String(requested),
      available: String(available),
    }));
}
