import { z } from "zod";
import { choice, orderId } from "./common";
import { defineContract } from "./contract";

export const PAPERS = ["100x150", "A4", "A6"] as const;
/** The most orders in one batch of labels (contract §13.12). */
export const MAX_LABELS = 100;

/** A document with its kind. */
export const documentFile = z
  .object({
    type: z.string(),
    format: z.string(),
    encoding: z.string(),
    content: z.string().meta({ description: "base64" }),
  })
  .meta({ id: "DocumentFile" });

const labelStatus = z.enum(["READY", "NOT_CONFIRMED", "CANCELLED"]);
export type LabelStatus = z.output<typeof labelStatus>;

const byOrder = z.object({ order_id: orderId });
const paper = choice(PAPERS).default("100x150").describe("Paper that the label is drawn for");
export const placement = {
  paper,
  per_page: choice(["1", "4"]).default("1").meta({ description: "Labels on one page; 4 on A4 only" }),
  start: choice(["1", "2", "3", "4"])
    .default("1")
    .meta({ description: "Place of the first label when four share a page, row by row, for sheets that are begun" }),
};

/** Four labels share a page on A4 only. */
export function judgePlacement(
  { paper, per_page }: { paper: string; per_page: string },
  ctx: z.core.$RefinementCtx,
): void {
  if (per_page === "4" && paper !== "A4")
    ctx.addIssue({ code: "custom", path: ["per_page"], params: { key: "choice", params: { choices: "1" } } });
}

const NO_DOCUMENT =
  "Answers the PDF itself when the request accepts application/pdf; then an order without documents, not confirmed or cancelled, is a 404.";

export const readLabel = defineContract("readLabel", {
  audience: "public",
  tag: "Documents",
  summary: "Print the waybill label",
  description: `One page for each parcel, and a second one for each where a name or address is too long for one; with \`per_page\` 4 on A4, four labels share a page. ${NO_DOCUMENT}`,
  params: byOrder,
  query: z.object(placement).superRefine(judgePlacement),
  response: z.object({
    order_id: z.string(),
    label_status: labelStatus,
    related_documents: z.array(documentFile),
  }),
  files: [{ type: "application/pdf", description: "The label" }],
  errors: ["NOT_FOUND"],
});

/** The kinds of document an order can have, in the order in which they are answered and merged. */
export const DOCUMENT_TYPES = [
  "label",
  "commercial_invoice",
  "battery_label",
  "packing_slip",
  "pickup_document",
] as const;

export const readDocuments = defineContract("readDocuments", {
  audience: "public",
  tag: "Documents",
  summary: "Print all documents of an order",
  description: `label and packing_slip always; commercial_invoice for international orders; battery_label where a parcel must bear a mark; pickup_document where a pickup is booked. ${NO_DOCUMENT} The PDF holds all of them, or the one that \`type\` names.`,
  params: byOrder,
  query: z.object({
    paper: paper.meta({ description: "Of the label; the other documents are on A4" }),
    type: choice(DOCUMENT_TYPES).optional().meta({ description: "Only this one" }),
  }),
  response: z.object({
    order_id: z.string(),
    label_status: labelStatus,
    related_documents: z.array(documentFile.extend({ type: z.enum(DOCUMENT_TYPES) })),
  }),
  files: [{ type: "application/pdf", description: "All documents in one file" }],
  errors: ["NOT_FOUND"],
});

export const SKIP_REASONS = ["NOT_FOUND", "NOT_CONFIRMED", "CANCELLED", "UNPRINTABLE", "DUPLICATE"] as const;
export const skippedOrder = z.object({
  order_id: z.string(),
  code_reason: z.enum(SKIP_REASONS),
  message: z.string(),
});
/** An order that is left out of a batch, and why. */
export type SkippedOrder = z.output<typeof skippedOrder>;

export const printLabels = defineContract("printLabels", {
  onFullDisk: true,
  audience: "public",
  tag: "Documents",
  summary: "Print the labels of many orders as one PDF",
  description:
    "The labels follow each other in the given order; orders that have none, or whose label cannot be drawn, are named in `skipped_list`. Answers the PDF itself when the request accepts application/pdf: header `X-Skipped-Orders` then names what was skipped, `order_id=REASON` comma separated; a 404 when nothing is left to print.",
  body: z
    .object({
      order_ids: z
        .array(orderId)
        .min(1)
        .max(MAX_LABELS)
        .describe("The orders' ids, in the order in which they are printed"),
      ...placement,
      cover_page: choice(["Y", "N"])
        .default("N")
        .meta({ description: "Y: where orders are left out, the first page says which and why" }),
    })
    .superRefine(judgePlacement),
  response: z.object({ related_documents: z.array(documentFile), skipped_list: z.array(skippedOrder) }),
  files: [{ type: "application/pdf", description: "The labels in one file" }],
  errors: ["NOT_FOUND"],
  example: { order_ids: ["217123456789012", "217123456789013"], paper: "A4", per_page: "4", start: "3" },
});
