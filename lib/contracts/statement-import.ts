import { z } from "zod";
import { VISIT_REASONS } from "@/lib/rights";
import { IMPORT_KINDS, MAX_IMPORT_BYTES } from "@/lib/tables/statement-csv";
import { BOUNDS, choice, code, decimalText, judgeDecimal, paging, rule, scannedNumber, text, yesNo } from "./common";
import { defineContract } from "./contract";
import { also } from "./judge";
import { payoutFields } from "./statement";

/** What becomes of a line: it is wrong, of a parcel that another invoice has billed, makes something, changes nothing, or was applied before. */
export const IMPORT_STATES = ["WRONG", "BILLED_BEFORE", "READY", "SAME", "ALREADY"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** What becomes of a file that is applied: with large charges it waits for a second person first (contract §26.8). */
export const FILE_STATES = ["WAITING", "APPLIED", "WITHDRAWN"] as const;
export type FileState = (typeof FILE_STATES)[number];
/** HKD: a file that charges merchants more than this takes two people, where there are two. */
export const SECOND_PERSON_ABOVE = 10_000;

/**
 * Why a file about many merchants is applied, and that its sender acts on all of them; a visit of each takes their
 * place (contract §8.22).
 */
const acted = { reason: choice(VISIT_REASONS).optional(), acting: yesNo.default("N") };
export type Acted = z.output<z.ZodObject<typeof acted>>;

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

/** A line of each kind of file; empty cells are not given. */
export const IMPORT_ROWS = {
  CARRIER_INVOICE: z.object({
    ...each,
    /** Of the order or of one of its parcels. */
    tracking_number: scannedNumber,
    /** What the carrier charges us. */
    charge: signedSum.optional(),
    /** kg, for which the carrier charges. */
    weight: decimalText({ above: "0", max: BOUNDS.weight }).optional(),
    /** What the merchant is charged, or credited if it is below zero. */
    adjustment: signedSum.optional(),
    /** For the merchant; it must not name a recipient. */
    reason: text({ max: 200, visible: true }).optional(),
    /** Y: take the line although another invoice has billed the parcel. */
    again: yesNo.optional(),
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

const base = { account: "optional", audience: "people", tag: "Statements" } as const;

const result = z.object({
  kind: choice(IMPORT_KINDS),
  reference: z.string(),
  applied: z.boolean(),
  /** Null: it was only looked at. */
  import_id: z.string().nullable(),
  state: choice(FILE_STATES).nullable(),
  /** How many lines are in each state, and merchants concerned by those that are ready. */
  wrong: z.int(),
  billed_before: z.int(),
  ready: z.int(),
  same: z.int(),
  already: z.int(),
  accounts: z.int(),
  /** HKD: the sum of the lines that are ready, and of those of them that charge merchants. */
  total: z.string(),
  charges: z.string(),
  /** Whether applying it waits for a second person. */
  needs_second: z.boolean(),
  /** Columns of the file that are not read. */
  ignored_columns: z.array(z.string()),
  /** Wrong ones first, then in the order of {@link IMPORT_STATES} and of the file. */
  lines: z.array(line),
});
export type ImportResult = z.output<typeof result>;

export const importStatementLines = defineContract("importStatementLines", {
  ...base,
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
    ...acted,
  }),
  response: result,
  errors: ["NOT_FOUND"],
});

const person = z.object({ id: z.string(), name: z.string() }).nullable();

const file = z.object({
  import_id: z.string(),
  kind: choice(IMPORT_KINDS),
  reference: z.string(),
  state: choice(FILE_STATES),
  /** As they were when it was sent, or applied. */
  ready: z.int(),
  accounts: z.int(),
  total: z.string(),
  charges: z.string(),
  reason: choice(VISIT_REASONS).nullable(),
  proposed_by: person,
  proposed_time: z.string(),
  decided_by: person,
  decided_time: z.string().nullable(),
  /** Whether the caller may apply it: another person proposed it, or no other person could apply it. */
  may_approve: z.boolean(),
});
export type ImportedFile = z.output<typeof file>;

export const listStatementImports = defineContract("listStatementImports", {
  ...base,
  summary: "List the files that were applied or wait for a second person, the newest first",
  query: z.object({ state: choice(FILE_STATES).optional(), ...paging }),
  response: file,
  list: true,
  errors: ["NOT_FOUND"],
});

const byId = z.object({ import_id: code(40) });

export const readStatementImport = defineContract("readStatementImport", {
  ...base,
  summary: "Read a file that was sent; of one that waits, what its lines make now",
  params: byId,
  response: file.extend({ result: result.nullable() }),
  errors: ["NOT_FOUND"],
});

export const approveStatementImport = defineContract("approveStatementImport", {
  ...base,
  summary: "Apply a file that another person has sent; its lines are judged again",
  params: byId,
  body: z.object(acted),
  response: result,
  errors: ["NOT_FOUND"],
});

export const withdrawStatementImport = defineContract("withdrawStatementImport", {
  ...base,
  summary: "Withdraw a file that waits",
  params: byId,
  response: file,
  errors: ["NOT_FOUND"],
});
