import { z } from "zod";
import { MAX_IMPORT_BYTES } from "@/lib/statement-csv";
import { BOUNDS, choice, code, decimalText, judgeDecimal, rule, text, yesNo } from "./common";
import { defineContract } from "./contract";
import { also } from "./judge";
import { payoutFields } from "./statement";

/** What support imports into statements (contract §26.6). */
export const IMPORT_KINDS = ["CARRIER_INVOICE", "PAYOUTS"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];
/** What becomes of a line: it is wrong, makes something, changes nothing, or was applied before. */
export const IMPORT_STATES = ["WRONG", "READY", "SAME", "ALREADY"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** The request's; its JSON needs more than the file. */
const BODY_MIB = 5;

/** HKD to the cent, also below zero. */
const signedSum = z
  .string()
  .superRefine(rule((value) => judgeDecimal(value.replace(/^-/, ""), { max: BOUNDS.money, places: 2 })));

const each = {
  /** Names the line in its file; without it, its row does. */
  line: text({ max: 20, visible: true }).optional(),
  currency: choice(["HKD"]).optional(),
};

/** A line of each kind of file; blank cells are not given. */
export const IMPORT_ROWS = {
  CARRIER_INVOICE: z.object({
    ...each,
    /** Of the order or of one of its parcels. */
    tracking_number: code(40),
    /** What the carrier charges us. */
    charge: signedSum.optional(),
    /** kg, for which the carrier charges. */
    weight: decimalText({ above: "0", max: BOUNDS.weight }).optional(),
    /** What the merchant is charged, or credited if it is below zero. */
    adjustment: signedSum.optional(),
    /** For the merchant; it must not name a recipient. */
    reason: text({ max: 200, visible: true }).optional(),
  }),
  PAYOUTS: z.object({
    ...each,
    account: z.string().superRefine(rule((value) => (/^\d{1,15}$/.test(value) ? undefined : "integer"))),
    paid_on: payoutFields.paid_on,
    amount: payoutFields.amount,
    reference: payoutFields.reference,
    /** Numbers of the orders whose cash it is, to be checked. */
    orders: text({ max: 2000 }).optional(),
  }),
} as const;
export type InvoiceRow = z.output<(typeof IMPORT_ROWS)["CARRIER_INVOICE"]>;
export type PayoutRow = z.output<(typeof IMPORT_ROWS)["PAYOUTS"]>;

/** An invoice's line without either says nothing of the merchant's price. */
export const weightOrAdjustment = also(({ weight, adjustment }) =>
  weight === undefined && adjustment === undefined ? [{ path: ["weight"], key: "weightOrAdjustment" }] : [],
);

const line = z.object({
  /** Its row in the file, the first one being 1. */
  row: z.int(),
  line: z.string(),
  state: choice(IMPORT_STATES),
  problems: z.array(z.object({ column: z.string(), message: z.string() })),
  account_id: z.string().nullable(),
  account_name: z.string().nullable(),
  order_id: z.string().nullable(),
  tracking_number: z.string().nullable(),
  /** kg, by the carrier. */
  weight: z.string().nullable(),
  /** HKD: what the merchant owes for the order before, what the carrier charges, and how much more that is. */
  charged: z.string().nullable(),
  charge: z.string().nullable(),
  difference: z.string().nullable(),
  paid_on: z.string().nullable(),
  reason: z.string().nullable(),
  /** HKD: the adjustment, which is below zero in the merchant's favour, or the payout. */
  amount: z.string().nullable(),
});
export type ImportLine = z.output<typeof line>;

export const importStatementLines = defineContract("importStatementLines", {
  account: "optional",
  audience: "people",
  tag: "Statements",
  summary: "Import a carrier's invoice as adjustments, or a list of payouts: look first, then apply",
  mib: BODY_MIB,
  body: z.object({
    kind: choice(IMPORT_KINDS),
    /** Names the file, such as the number of the invoice: of one reference each line is applied once. */
    reference: text({ max: 60, visible: true }),
    csv: z
      .string()
      .superRefine(
        rule((value) =>
          new TextEncoder().encode(value).length > MAX_IMPORT_BYTES
            ? ["fileSize", { max: MAX_IMPORT_BYTES / 1_000_000 }]
            : undefined,
        ),
      ),
    /** N: nothing changes. */
    apply: yesNo.default("N"),
  }),
  response: z.object({
    kind: choice(IMPORT_KINDS),
    reference: z.string(),
    applied: z.boolean(),
    /** How many lines are in each state, and merchants concerned by those that are ready. */
    wrong: z.int(),
    ready: z.int(),
    same: z.int(),
    already: z.int(),
    accounts: z.int(),
    /** HKD: the sum of the lines that are ready. */
    total: z.string(),
    /** Columns of the file that are not read. */
    ignored_columns: z.array(z.string()),
    /** Wrong ones first, then in the order of {@link IMPORT_STATES} and of the file. */
    lines: z.array(line),
  }),
});
export type ImportResult = z.output<typeof importStatementLines.response>;
