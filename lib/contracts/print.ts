import { z } from "zod";
import { MAX_PARCELS } from "@/lib/order-choices";
import { choice, code, integerText, orderId, rule } from "./common";
import { defineContract, ORDER_READERS } from "./contract";
import { DOCUMENT_TYPES, judgePlacement, PAPERS, placement, skippedOrder } from "./document";

/** What is printed of one order: one of its documents, or all of them. */
export const PRINTED = [...DOCUMENT_TYPES, "all_documents"] as const;
export type Printed = (typeof PRINTED)[number];
/** As many orders as one print job takes. */
export const MAX_PRINT_JOB = 1000;
/** Up to so many orders the dashboard prints at once; more are a job with progress. */
export const MAX_AT_ONCE = 50;
/** How long the labels of a job are kept. */
export const PRINT_JOB_HOURS = 24;

const printer = z.object({
  kind: z.enum(["person", "staff", "client"]),
  /** Of a person of the account, or the client's id; null for staff. */
  name: z.string().nullable(),
});
export type Printer = z.output<typeof printer>;

const print = z.object({
  document: z.enum(PRINTED),
  /** Of which parcel the label was printed; null: of all. */
  parcel: z.int().nullable(),
  paper: z.enum(PAPERS),
  pages: z.int(),
  via: z.enum(["DASHBOARD", "API"]),
  printed_at: z.string(),
  printed_by: printer,
});
export type Print = z.output<typeof print>;

const base = { who: ORDER_READERS, audience: "people", tag: "Printing" } as const;

export const readPrints = defineContract({
  ...base,
  id: "readPrints",
  method: "GET",
  path: "/order/prints/{order_id}",
  summary: "The documents of an order and when they were printed",
  params: z.object({ order_id: orderId }),
  response: z.object({
    order_id: z.string(),
    document_list: z.array(
      z.object({
        type: z.enum(DOCUMENT_TYPES),
        /** By itself or with all documents. */
        last_print: print.nullable(),
      }),
    ),
    /** When the label of each parcel was printed last, by itself or with those of others. */
    parcel_list: z.array(z.object({ parcel: z.int(), last_print: print.nullable() })),
    /** The latest first, at most 50. */
    print_list: z.array(print),
    print_count: z.int(),
  }),
  errors: ["NOT_FOUND"],
});
export type OrderPrints = z.output<(typeof readPrints)["response"]>;

const orderIds = z.array(orderId).min(1).max(MAX_PRINT_JOB);

export const recordPrints = defineContract({
  ...base,
  id: "recordPrints",
  method: "POST",
  path: "/order/prints",
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
        .meta({ description: "Of this parcel alone, where the label is printed" }),
    })
    .superRefine(({ order_ids, document, parcel }, ctx) => {
      if ((document !== "label" || parcel) && order_ids.length > 1)
        ctx.addIssue({ code: "custom", path: ["order_ids"], params: { key: "tooMany", params: { max: 1 } } });
      if (parcel && document !== "label")
        ctx.addIssue({ code: "custom", path: ["document"], params: { key: "choice", params: { choices: "label" } } });
    }),
  response: z.object({ recorded: z.int() }),
});

export const checkPrints = defineContract({
  ...base,
  id: "checkPrints",
  method: "POST",
  path: "/order/prints/check",
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
  /** Orders with a label; known once it runs. */
  ready_count: z.int(),
  skipped_list: z.array(skippedOrder),
  /** Who asked for it. */
  created_by: printer.nullable(),
  created_at: z.string(),
  /** When its labels were printed or saved last. */
  printed_at: z.string().nullable(),
  /** Until when the labels can be fetched. */
  expires_at: z.string(),
});
export type PrintJob = z.output<typeof printJob>;

const byId = z.object({ id: code(40) });
/** As many print jobs as are listed. */
export const MAX_LISTED_JOBS = 20;

export const listPrintJobs = defineContract({
  ...base,
  id: "listPrintJobs",
  method: "GET",
  path: "/print-jobs",
  summary: "The print jobs whose labels are still kept",
  description: `Of everybody of the account, the latest first, at most ${MAX_LISTED_JOBS}; labels are kept for ${PRINT_JOB_HOURS} hours.`,
  response: z.object({ job_list: z.array(printJob) }),
});

export const createPrintJob = defineContract({
  ...base,
  id: "createPrintJob",
  method: "POST",
  path: "/print-jobs",
  summary: "Print the labels of many orders in the background",
  description: "The labels follow each other in the given order; where orders are left out, a first page says which.",
  body: z.object({ order_ids: orderIds, ...placement }).superRefine(judgePlacement),
  response: printJob,
  creates: true,
});

export const readPrintJob = defineContract({
  ...base,
  id: "readPrintJob",
  method: "GET",
  path: "/print-jobs/{id}",
  summary: "How far a print job is",
  params: byId,
  response: printJob,
  errors: ["NOT_FOUND"],
});

export const cancelPrintJob = defineContract({
  ...base,
  id: "cancelPrintJob",
  method: "POST",
  path: "/print-jobs/{id}/cancel",
  summary: "Stop a print job; one that has ended stays as it is",
  params: byId,
  response: printJob,
  errors: ["NOT_FOUND"],
});

export const recordPrintJob = defineContract({
  ...base,
  id: "recordPrintJob",
  method: "POST",
  path: "/print-jobs/{id}/printed",
  summary: "Record that the labels of a print job were printed or saved",
  params: byId,
  response: z.object({ recorded: z.int() }),
  errors: ["NOT_FOUND"],
});

export const readPrintJobFile = defineContract({
  ...base,
  id: "readPrintJobFile",
  method: "GET",
  path: "/print-jobs/{id}/file",
  summary: "Fetch the labels of a print job",
  params: byId,
  response: z.never(),
  file: { type: "application/pdf", description: "The labels in one file" },
  errors: ["NOT_FOUND"],
});
