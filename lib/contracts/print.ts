import { z } from "zod";
import { JOB_FILE_HOURS, MAX_PARCELS, MAX_PRINT_JOB } from "@/lib/orders/choices";
import { choice, code, integerText, orderId, rule, timestamp } from "./common";
import { defineContract } from "./contract";
import { DOCUMENT_TYPES, judgePlacement, PAPERS, placement, skippedOrder } from "./document";

/** What can be printed of one order: one of its documents, or all of them. */
export const PRINTED = [...DOCUMENT_TYPES, "all_documents"] as const;
export type Printed = (typeof PRINTED)[number];

export const printer = z.object({
  kind: z.enum(["person", "staff", "client"]),
  /** The name of a person of the account, or the client's id; staff's name for staff, null for others. */
  name: z.string().nullable(),
});
export type Printer = z.output<typeof printer>;

const print = z.object({
  document: z.enum(PRINTED),
  /** The parcel whose label was printed; null: all parcels. */
  parcel: z.int().nullable(),
  paper: z.enum(PAPERS),
  pages: z.int(),
  via: z.enum(["DASHBOARD", "API"]),
  printed_at: z.string(),
  printed_by: printer,
});
export type Print = z.output<typeof print>;

const base = { audience: "people", tag: "Printing" } as const;

export const readPrints = defineContract("readPrints", {
  ...base,
  summary: "The documents of an order and when they were printed",
  params: z.object({ order_id: orderId }),
  response: z.object({
    order_id: z.string(),
    /** Whether the labels of all parcels were printed since they last changed (contract §5.4). */
    is_printed: z.boolean(),
    document_list: z.array(
      z.object({
        type: z.enum(DOCUMENT_TYPES),
        /** On its own or with all documents. */
        last_print: print.nullable(),
      }),
    ),
    /** When the label of each parcel was last printed, by itself or with those of other parcels. */
    parcel_list: z.array(z.object({ parcel: z.int(), last_print: print.nullable() })),
    /** Newest first, at most 50. */
    print_list: z.array(print),
    print_count: z.int(),
  }),
  errors: ["NOT_FOUND"],
});
export type OrderPrints = z.output<(typeof readPrints)["response"]>;

const orderIds = z.array(orderId).min(1).max(MAX_PRINT_JOB);

export const recordPrints = defineContract("recordPrints", {
  ...base,
  summary: "Record that documents were printed or saved; looking at them is no print",
  description: "Of many orders at once labels only, and those of all their parcels.",
  body: z
    .object({
      order_ids: orderIds,
      document: choice(PRINTED),
      paper: placement.paper,
      parcel: integerText(1)
        .superRefine(rule((value) => (Number(value) > MAX_PARCELS ? ["maximum", { max: MAX_PARCELS }] : undefined)))
        .optional()
        .meta({ description: "Only of this parcel, where the label is printed" }),
      drawn_at: timestamp.optional().meta({
        description: "When it was drawn, the file's X-Drawn-At: a label that changed since counts as not printed",
      }),
    })
    .superRefine(({ order_ids, document, parcel }, ctx) => {
      if ((document !== "label" || parcel) && order_ids.length > 1)
        ctx.addIssue({ code: "custom", path: ["order_ids"], params: { key: "tooMany", params: { max: 1 } } });
      if (parcel && document !== "label")
        ctx.addIssue({ code: "custom", path: ["document"], params: { key: "choice", params: { choices: "label" } } });
    }),
  response: z.object({ recorded: z.int() }),
  errors: ["NOT_FOUND"],
});

export const checkPrints = defineContract("checkPrints", {
  ...base,
  onFullDisk: true,
  summary: "Which labels a batch would have, and which of them were printed before",
  body: z.object({ order_ids: orderIds }),
  response: z.object({
    ready_list: z.array(z.string()),
    skipped_list: z.array(skippedOrder),
    printed_list: z.array(z.object({ order_id: z.string(), last_print: print })),
  }),
});
export type PrintCheck = z.output<(typeof checkPrints)["response"]>;

export const PRINT_JOB_STATUSES = ["QUEUED", "RUNNING", "DONE", "FAILED", "CANCELLED"] as const;
export type PrintJobStatus = (typeof PRINT_JOB_STATUSES)[number];
export type { SkippedOrder } from "./document";

const printJob = z.object({
  id: z.string(),
  status: z.enum(PRINT_JOB_STATUSES),
  total: z.int(),
  done: z.int(),
  pages: z.int().nullable(),
  paper: z.enum(PAPERS),
  /** Orders with a label; known once the job runs. */
  ready_count: z.int(),
  skipped_list: z.array(skippedOrder),
  /** Who asked for it. */
  created_by: printer.nullable(),
  created_at: z.string(),
  /** When its labels were last printed or saved. */
  printed_at: z.string().nullable(),
  /** Until when the labels can be fetched. */
  expires_at: z.string(),
});
export type PrintJob = z.output<typeof printJob>;

const byId = z.object({ id: code(40) });
/** The most print jobs that are listed and kept; the same number may wait or run (contract §9.6). */
export const MAX_LISTED_JOBS = 20;

export const listPrintJobs = defineContract("listPrintJobs", {
  ...base,
  summary: "The print jobs whose labels are still kept",
  description: `Of all people of the account, the latest first, at most ${MAX_LISTED_JOBS}; labels are kept for ${JOB_FILE_HOURS} hours.`,
  response: z.object({ job_list: z.array(printJob) }),
});

export const createPrintJob = defineContract("createPrintJob", {
  ...base,
  summary: "Print the labels of many orders in the background",
  description: "The labels follow each other in the given order; where orders are left out, a first page says which.",
  body: z.object({ order_ids: orderIds, ...placement }).superRefine(judgePlacement),
  response: printJob,
  creates: "id",
});

export const readPrintJob = defineContract("readPrintJob", {
  ...base,
  summary: "How far a print job is",
  params: byId,
  response: printJob,
  errors: ["NOT_FOUND"],
});

export const cancelPrintJob = defineContract("cancelPrintJob", {
  ...base,
  onFullDisk: true,
  summary: "Stop a print job; one that has ended stays as it is",
  params: byId,
  response: printJob,
  errors: ["NOT_FOUND"],
});

export const recordPrintJob = defineContract("recordPrintJob", {
  ...base,
  summary: "Record that the labels of a print job were printed or saved",
  params: byId,
  response: z.object({ recorded: z.int() }),
  errors: ["NOT_FOUND"],
});

export const readPrintJobFile = defineContract("readPrintJobFile", {
  ...base,
  summary: "Fetch the labels of a print job",
  params: byId,
  response: z.never(),
  files: [{ type: "application/pdf", description: "The labels in one file" }],
  errors: ["NOT_FOUND"],
});
