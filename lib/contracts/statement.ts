import { z } from "zod";
import { hongKongDate } from "@/lib/calendar";
import {
  BOUNDS,
  choice,
  code,
  date,
  decimalText,
  integerText,
  orderId,
  paging,
  rule,
  scannedNumber,
  text,
  weight,
} from "./common";
import { type DataOf, defineContract } from "./contract";

/** HKD, to the cent. */
const sum = decimalText({ above: "0", max: BOUNDS.money, places: 2 });
/** What is noted of a payout. */
export const payoutFields = {
  amount: sum,
  paid_on: date.superRefine(rule((day) => (day > hongKongDate(new Date()) ? ["tooFarAhead", { days: 0 }] : undefined))),
  reference: text({ max: 60, visible: true }),
};
/** The orders that one payout names at most. */
export const MAX_PAID_ORDERS = 500;
const base = { audience: "people", tag: "Statements" } as const;

export const STATEMENT_STATES = ["OPEN", "CLOSED"] as const;
/** What a line is about (contract §26.2). */
export const LINE_KINDS = ["SHIPMENT", "CANCELLATION", "ADJUSTMENT", "COD_COLLECTED", "COD_PAID_OUT"] as const;
export type LineKind = (typeof LINE_KINDS)[number];
/** Kinds of what happens to an order's money after its price was agreed. */
export type EntryKind = Extract<LineKind, "CANCELLATION" | "ADJUSTMENT" | "COD_COLLECTED">;
/** Why a price was changed after it was agreed; `REPACKED`: the warehouse measured the parcel. */
export const ADJUSTMENT_KINDS = ["REPACKED", "CARRIER_INVOICE", "REFUND", "OTHER"] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];
export const EFFECTS = ["CHARGE", "CREDIT"] as const;

const MONTH = /^(19|20)\d{2}-(0[1-9]|1[0-2])$/;
/** A month in Hong Kong, `YYYY-MM`. */
const month = z
  .string()
  .superRefine(rule((value) => (MONTH.test(value) ? undefined : "month")))
  .meta({ pattern: MONTH.source });

const totals = z.object({
  shipments: z.string(),
  cancellations: z.string(),
  adjustments: z.string(),
  /** The sum of the three above. */
  charges: z.string(),
  /** What was collected and not yet paid out when the month began. */
  cod_before: z.string(),
  cod_collected: z.string(),
  cod_paid_out: z.string(),
  /** What is still to be paid out when it ends. */
  cod_balance: z.string(),
});
export type Totals = z.output<typeof totals>;

const summary = z.object({
  month: z.string(),
  status: choice(STATEMENT_STATES),
  closed_at: z.string().nullable(),
  currency: z.literal("HKD"),
  totals,
});
export type StatementSummary = z.output<typeof summary>;

/** A month in a list, with the account that it is of. */
const listed = summary.extend({
  account_id: z.string(),
  account_name: z.string(),
  /** The charges of the month. */
  balance: z.string(),
});
export type ListedStatement = z.output<typeof listed>;

const line = z.object({
  kind: choice(LINE_KINDS),
  at: z.string(),
  /** Of an adjustment or a payout. */
  id: z.string().nullable(),
  order_id: z.string().nullable(),
  tracking_number: z.string().nullable(),
  reference: z.string().nullable(),
  shipping_provider: z.string().nullable(),
  declared_weight: z.string().nullable(),
  charged_weight: z.string().nullable(),
  price_lines: z.array(z.object({ code: z.string(), amount: z.string() })),
  /** HKD; below zero: in the merchant's favour, or a payout. */
  amount: z.string(),
  adjustment_kind: choice(ADJUSTMENT_KINDS).nullable(),
  reason: z.string().nullable(),
  /** Of a payout: the orders whose cash it is, where they were named. Months closed by earlier versions lack it. */
  orders: z.array(z.string()).optional(),
  /** The payout of which this is the opposite. */
  reverses: z.string().nullable().optional(),
});
export type StatementLine = z.output<typeof line>;

const statement = summary.extend({ account_id: z.string(), account_name: z.string(), lines: z.array(line) });
export type Statement = z.output<typeof statement>;

export const listStatements = defineContract("listStatements", {
  ...base,
  account: "optional",
  summary: "List the months of an account, newest first; for support that names none a month of every account, by name",
  query: z.object({ month: month.optional(), ...paging }),
  response: listed,
  list: true,
});

const ofMonth = z.object({ month });

export const readStatement = defineContract("readStatement", {
  ...base,
  summary: "Read the statement of a month, whole",
  params: ofMonth,
  query: z.object({ language: choice(["en", "zh-Hant"]).default("en") }),
  response: statement,
  files: [
    { type: "text/csv", description: "The lines as CSV" },
    { type: "application/pdf", description: "The statement as PDF, in the language asked for" },
  ],
  errors: ["NOT_FOUND"],
});

export const listStatementLines = defineContract("listStatementLines", {
  ...base,
  summary: "List the lines of a month, oldest first",
  params: ofMonth,
  query: z.object({ kind: choice(LINE_KINDS).optional(), ...paging }),
  response: line.extend({
    /** Of a payout: the one by which it was reversed. */
    reversed_by: z.string().nullable().optional(),
  }),
  list: true,
  errors: ["NOT_FOUND"],
});
export type ListedLine = DataOf<typeof listStatementLines>;

export const closeStatement = defineContract("closeStatement", {
  ...base,
  summary: "Close a month that is over; its files never change from then on",
  params: ofMonth,
  response: summary,
  errors: ["NOT_FOUND"],
});

/** Months that are closed by one request at most: each is drawn as two PDFs. */
export const MAX_CLOSED = 100;
export const CLOSINGS = ["CLOSED", "WAS_CLOSED", "REFUSED"] as const;

const closing = z.object({
  account_id: z.string(),
  account_name: z.string().nullable(),
  result: choice(CLOSINGS),
  /** The charges of the month; null: it is not closed. */
  balance: z.string().nullable(),
  /** Why it is not closed. */
  message: z.string().nullable(),
});
export type Closing = z.output<typeof closing>;

export const closeStatements = defineContract("closeStatements", {
  ...base,
  account: "optional",
  summary: "Close a month of many accounts; each has its own result",
  body: z.object({ month, account_ids: z.array(integerText(1)).min(1).max(MAX_CLOSED) }),
  response: z.object({ month: z.string(), results: z.array(closing) }),
  errors: ["NOT_FOUND"],
});

export const createAdjustment = defineContract("createAdjustment", {
  ...base,
  summary: "Charge or credit an order after its price was agreed",
  creates: "id",
  body: z.object({
    order_id: orderId,
    kind: choice(["CARRIER_INVOICE", "REFUND", "OTHER"]),
    effect: choice(EFFECTS),
    amount: sum,
    charged_weight: weight().optional(),
    /** For the merchant; it must not name a recipient. */
    note: text({ max: 300, visible: true }),
  }),
  response: z.object({ id: z.string(), order_id: z.string(), amount: z.string() }),
  errors: ["NOT_FOUND"],
});

const payout = z.object({
  id: z.string(),
  /** HKD; below zero: it takes another one back. */
  amount: z.string(),
  paid_on: z.string(),
  reference: z.string(),
  orders: z.array(z.string()),
  reverses: z.string().nullable(),
});

export const createPayout = defineContract("createPayout", {
  ...base,
  summary: "Note that collected cash was paid out to the merchant",
  creates: "id",
  body: z.object({
    ...payoutFields,
    /** Ids or tracking numbers of the delivered orders whose cash it is; together it is the amount. */
    orders: z.array(scannedNumber).max(MAX_PAID_ORDERS).optional(),
  }),
  response: payout,
  errors: ["NOT_FOUND"],
});

const named = { params: z.object({ id: code(40) }), errors: ["NOT_FOUND"] } as const;
/** For the merchant; it must not name a recipient. */
const why = z.object({ reason: text({ max: 200, visible: true }) });

export const deletePayout = defineContract("deletePayout", {
  ...base,
  ...named,
  summary: "Delete a payout that was noted by mistake, while its month is open",
  body: why,
  response: z.object({ id: z.string(), deleted: z.literal(true) }),
});

export const reversePayout = defineContract("reversePayout", {
  ...base,
  ...named,
  summary: "Take back a payout of a closed month by its opposite today",
  creates: "id",
  body: why,
  response: payout,
});
