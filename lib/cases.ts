/**
 * What the review queue holds: within how many hours each kind should be closed, and what it may be closed as
 * (contract §25.1). What is settled without a person is closed as `SETTLED`.
 */
export const CASES = {
  ENDPOINT_DISABLED: { hours: 2, closes: ["MERCHANT_INFORMED", "NO_ACTION"] },
  CANCELLATION_ASKED: { hours: 2, closes: ["WAREHOUSE_ASKED", "MERCHANT_INFORMED", "NO_ACTION"] },
  EXCEPTION: {
    hours: 4,
    closes: ["REDELIVERY", "RETURNED", "CARRIER_ASKED", "MERCHANT_INFORMED", "RECEIVER_INFORMED", "NO_ACTION"],
  },
  DELIVERY_FAILED: {
    hours: 4,
    closes: ["REDELIVERY", "RETURNED", "CARRIER_ASKED", "MERCHANT_INFORMED", "RECEIVER_INFORMED", "NO_ACTION"],
  },
  PICK_PACK_WAITING: { hours: 4, closes: ["WAREHOUSE_ASKED", "MERCHANT_INFORMED", "NO_ACTION"] },
  QUESTION: { hours: 4, closes: ["ANSWERED_ELSEWHERE", "NO_ACTION"] },
  DISPUTE: { hours: 24, closes: ["ANSWERED_ELSEWHERE", "NO_ACTION"] },
  LATE: { hours: 8, closes: ["CARRIER_ASKED", "MERCHANT_INFORMED", "RECEIVER_INFORMED", "NO_ACTION"] },
} as const satisfies Record<string, { hours: number; closes: readonly string[] }>;

export type CaseKind = keyof typeof CASES;
export const CASE_KINDS = Object.keys(CASES) as [CaseKind, ...CaseKind[]];

export type CloseReason = (typeof CASES)[CaseKind]["closes"][number];
export const CLOSE_REASONS = [...new Set(Object.values(CASES).flatMap(({ closes }) => closes))] as [
  CloseReason,
  ...CloseReason[],
];

/** Whether a case of this kind may be closed so. */
export function mayClose(kind: CaseKind, reason: CloseReason): boolean {
  return (CASES[kind].closes as readonly CloseReason[]).includes(reason);
}
