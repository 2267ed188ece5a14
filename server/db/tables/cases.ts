import type { CaseKind, CloseReason } from "@/lib/cases";
import { bigint, instant, nullable, oneOf, scopedTable, text } from "../columns";

/** The review queue of support. */
export const caseTables = {
  cases: scopedTable({
    case_id: text,
    kind: oneOf<CaseKind>(),
    order_id: nullable(bigint),
    webhook_id: nullable(text),
    /** Since when it is so. */
    opened_at: instant,
    claimed_by: nullable(bigint),
    claimed_at: nullable(instant),
    closed_at: nullable(instant),
    closed_by: nullable(bigint),
    closed_as: nullable(oneOf<CloseReason | "SETTLED">()),
    note: nullable(text),
    /** When what it is about was over; a closed case is not opened again before. */
    left_at: nullable(instant),
  }),
};
