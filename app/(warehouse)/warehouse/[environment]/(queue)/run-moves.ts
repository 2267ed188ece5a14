import { ApiFailure } from "@/lib/api-client";
import type { Role } from "@/lib/contracts/contract";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import type { ErrorEntry } from "@/lib/errors";
import { type PickPackMove, pickPackMovesOf } from "@/lib/pickpack-status";

/** What is done with orders of the queue. */
export type QueueMove = Exclude<PickPackMove, "ready"> | "decline";

/** An order that could not be moved, and why. */
export type Failed = { row: PickPackRow; move: QueueMove; error: unknown };

/** An item that the stock does not cover, as the entry of a 400481 tells it (decisions §2.5). */
export type Shortage = { sku: string; requested: string; available: string };

/** The moves that somebody may make with an order now: none once the courier has it. */
export function movesOf({ status, order_status }: PickPackRow, role: Role): PickPackMove[] {
  return order_status === "READY_TO_SHIP" ? pickPackMovesOf(status, role) : [];
}

/** What the stock lacks, where that is why an order could not be confirmed. */
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

/**
 * Moves orders one after another, the oldest first: where the stock does not cover all, they get it. Each failure is
 * that order's own, but for the end of the session, which ends the run.
 */
export async function runMoves(
  move: QueueMove,
  rows: readonly PickPackRow[],
  act: (row: PickPackRow) => Promise<unknown>,
  onDone: (count: number) => void,
): Promise<Failed[]> {
  const failed: Failed[] = [];
  const oldestFirst = rows.toSorted((a, b) => a.request_datetime.localeCompare(b.request_datetime));
  for (const [index, row] of oldestFirst.entries()) {
    try {
      await act(row);
    } catch (error) {
      failed.push({ row, move, error });
      if (error instanceof ApiFailure && error.status === 401) {
        failed.push(...oldestFirst.slice(index + 1).map((left) => ({ row: left, move, error })));
        return failed;
      }
    }
    onDone(index + 1);
  }
  return failed;
}
