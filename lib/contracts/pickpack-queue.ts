import { z } from "zod";
import { PICKPACK_STATUSES } from "@/lib/warehouse/pickpack-status";
import { code, orderId, scannedNumber, text, timestamp } from "./common";
import { defineContract } from "./contract";
import { pickPackAnswer, pickPackDocument, pickPackSearch } from "./pickpack";

const base = { audience: "public", tag: "Pick and pack", account: "optional" } as const;

/** What the queue of one carrier service holds. */
const queueLane = z
  .object({
    shipping_provider: z.string(),
    courier_company: z.string(),
    pending: z.int().meta({ description: "Orders that wait to be confirmed" }),
    confirmed: z.int().meta({ description: "Orders that are to be packed, in a wave or not" }),
    unwaved: z.int().meta({
      description: "Of them, those that a new wave would take: in none, not begun, no cancellation asked for",
    }),
    unwaved_single: z.int().meta({ description: "Of those, orders of one unit" }),
    cancel_requested: z.int().meta({ description: "Requests for cancellation that wait for an answer" }),
    oldest_minutes: z
      .int()
      .nullable()
      .meta({ description: "Age of the oldest that waits or is to be packed; null when there is none" }),
  })
  .meta({ id: "QueueLane" });
export type QueueLane = z.output<typeof queueLane>;

export const readQueue = defineContract("readQueue", {
  ...base,
  summary: "Read how much work waits in the warehouse, by carrier service",
  description: "Over every account for staff who name none; services with the oldest work come first.",
  query: z.object({
    until: timestamp.optional().meta({ description: "Only orders that came to the warehouse until then: the cut-off" }),
    customer_eid: orderId.optional().meta({ description: "Only orders of this merchant" }),
    q: pickPackSearch,
  }),
  response: z.object({ provider_list: z.array(queueLane) }),
});

export const findPickPack = defineContract("findPickPack", {
  ...base,
  summary: "Find the order that a scanned code names",
  description: "The code is a tracking number of the order or of one of its parcels, else an order id.",
  query: z.object({ code: scannedNumber.describe("What was scanned: a tracking number or an order id") }),
  response: z.object({
    order_id: z.string(),
    customer_eid: z.string(),
    customer_name: z.string(),
    status: z.enum(PICKPACK_STATUSES),
    parcel: z.int().nullable().meta({ description: "The parcel whose tracking number was scanned" }),
  }),
  errors: ["NOT_FOUND"],
});

export const readWaveDocument = defineContract("readWaveDocument", {
  ...base,
  summary: "Print a wave's pick list",
  description:
    "A4: what to pick by place in the warehouse, then the wave's orders with the barcode that opens each at the bench.",
  params: z.object({ wave_id: code(64).describe("The id of the wave") }),
  response: pickPackDocument,
  files: [{ type: "application/pdf", description: "The pick list" }],
  errors: ["NOT_FOUND"],
});

export const readBenchCard = defineContract("readBenchCard", {
  ...base,
  summary: "Print the card of barcodes that steer the bench",
  response: pickPackDocument,
  files: [{ type: "application/pdf", description: "The bench card" }],
});

export const declineCancel = defineContract("declineCancel", {
  ...base,
  summary: "Decline a merchant's request for cancellation",
  description: "The order goes on; the merchant reads the remarks in the order, and may ask again.",
  body: z.object({
    order_id: orderId,
    remarks: text({ max: 500, lines: true }).describe("Why the order goes on, for the merchant"),
  }),
  response: pickPackAnswer,
  errors: ["NOT_FOUND", "PICKPACK_TRANSITION_INVALID"],
  example: { order_id: "217123456789012", remarks: "The parcel is packed and the courier is on the way" },
});
