import type { Totals } from "@/lib/contracts/statement";
import type { FileState } from "@/lib/contracts/statement-import";
import type { VisitReason } from "@/lib/rights";
import type { ImportKind } from "@/lib/tables/statement-csv";
import {
  bigint,
  bigints,
  bytes,
  day,
  instant,
  integer,
  json,
  nullable,
  numeric,
  oneOf,
  scopedTable,
  text,
  withDefault,
} from "../columns";

/** Collected cash that was paid out, lines of files that were imported, and closed months. */
export const statementTables = {
  payouts: scopedTable({
    id: text,
    amount: numeric,
    paid_on: day,
    reference: text,
    /** Whose cash it is; null: not known. */
    orders: nullable(bigints),
    /** The payout of which this is the opposite, and why. */
    reverses: nullable(text),
    reason: nullable(text),
    actor: text,
    at: withDefault(instant),
  }),
  /** Of carriers' invoices and lists of payouts; each line once. */
  imported_lines: scopedTable({
    /** Grows with every line. */
    id: withDefault(bigint),
    kind: oneOf<ImportKind>(),
    reference: text,
    line: text,
    /** The adjustment or payout; null: there was nothing to change. */
    made: nullable(text),
    amount: numeric,
    order_id: nullable(bigint),
    parcel: nullable(integer),
    /** kg, as the carrier charged the parcel. */
    weight: nullable(numeric),
    actor: text,
    at: withDefault(instant),
  }),
  /** Files of such lines: applied, or waiting for a second person. */
  statement_imports: {
    id: text,
    kind: oneOf<ImportKind>(),
    reference: text,
    /** The file while it waits. */
    csv: nullable(text),
    state: oneOf<FileState>(),
    ready: integer,
    accounts: integer,
    total: numeric,
    charges: numeric,
    reason: nullable(oneOf<VisitReason>()),
    proposed_by: text,
    proposed_at: withDefault(instant),
    decided_by: nullable(text),
    decided_at: nullable(instant),
  },
  /** Only added to; production only. */
  statements: {
    account_id: bigint,
    month: text,
    closed_at: withDefault(instant),
    closed_by: text,
    totals: json<Totals>(),
    /** The statement as JSON, as it was answered. */
    document: text,
    csv: text,
    pdf_en: bytes,
    pdf_zh_hant: bytes,
  },
};
