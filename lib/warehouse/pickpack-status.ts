import { isStaff, type Role } from "@/lib/roles";

/** Every state of a pick-and-pack order (contract §13.3). */
export const PICKPACK_STATUSES = [
  "PICKPACK_PENDING_CONFIRM",
  "PICKPACK_CONFIRMED",
  "PICKPACK_READY_TO_SHIPMENT",
  "PICKPACK_CANCELLED",
  "PICKPACK_REJECTED",
] as const;
export type PickPackStatus = (typeof PICKPACK_STATUSES)[number];

export const REJECT_TYPES = ["OUT_OF_STOCK", "OTHERS"] as const;
export type RejectType = (typeof REJECT_TYPES)[number];

/** Why fewer units of a line are packed than were ordered (contract §7.7). */
export const SHORT_REASONS = ["OUT_OF_STOCK", "MISSING", "DAMAGED", "OTHERS"] as const;
export type ShortReason = (typeof SHORT_REASONS)[number];

/** The one table of legal moves: buttons, server and tests read it. */
export const PICKPACK_MOVES = {
  confirm: { from: ["PICKPACK_PENDING_CONFIRM"], to: "PICKPACK_CONFIRMED" },
  ready: { from: ["PICKPACK_CONFIRMED"], to: "PICKPACK_READY_TO_SHIPMENT" },
  reopen: { from: ["PICKPACK_READY_TO_SHIPMENT"], to: "PICKPACK_CONFIRMED" },
  reject: { from: ["PICKPACK_PENDING_CONFIRM", "PICKPACK_CONFIRMED"], to: "PICKPACK_REJECTED" },
  cancel: {
    from: ["PICKPACK_PENDING_CONFIRM", "PICKPACK_CONFIRMED", "PICKPACK_READY_TO_SHIPMENT"],
    to: "PICKPACK_CANCELLED",
  },
} as const satisfies Record<string, { from: readonly PickPackStatus[]; to: PickPackStatus }>;
export type PickPackMove = keyof typeof PICKPACK_MOVES;
export const PICKPACK_MOVE_NAMES = Object.keys(PICKPACK_MOVES) as [PickPackMove, ...PickPackMove[]];

/** Whether the table allows the move. */
export function allowsMove(status: PickPackStatus, move: PickPackMove): boolean {
  return (PICKPACK_MOVES[move].from as readonly PickPackStatus[]).includes(status);
}

/** The moves that the warehouse may make now, while the shipment order waits to be collected. */
export function pickPackMovesOf(status: PickPackStatus, role: Role): PickPackMove[] {
  if (!isStaff(role)) return [];
  return PICKPACK_MOVE_NAMES.filter((move) => allowsMove(status, move));
}

/** What a merchant's cancellation is: done at once, or a request that the warehouse agrees to (contract §13.9). */
export function cancellationIn(status: PickPackStatus): "CANCEL" | "REQUEST" {
  return status === "PICKPACK_CONFIRMED" || status === "PICKPACK_READY_TO_SHIPMENT" ? "REQUEST" : "CANCEL";
}
