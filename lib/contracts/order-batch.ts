import { z } from "zod";
import type { Problem } from "@/lib/errors";
import { list, object } from "@/lib/loose";
import { CANCEL_REASONS } from "@/lib/orders/choices";
import { ORDER_STATUSES } from "@/lib/orders/status";
import { choice, optionalText, orderId } from "./common";
import { defineContract } from "./contract";
import { intlExample, localExample } from "./examples";
import { also } from "./judge";
import { ORDER_ERRORS } from "./order";

const base = { audience: "public", tag: "Orders", creates: "batch_id" } as const;

/** The most orders of one batch, and the most parcels and items of all of them. */
export const MAX_BATCH = 1000;
export const MAX_BATCH_PARTS = 20_000;

const error = z
  .looseObject({ code: z.string(), code_reason: z.string(), message: z.string() })
  .meta({ description: "As the single operation's `error`; pointers begin at the order" });
const index = z.int().meta({ description: "Its place in the request, from 0" });
const batchId = z.string().meta({ description: "Names the batch, as the answer to a used Idempotency-Key does" });

export const ORDERS_OF_BATCH = `Bodies of \`POST /order/create\`, at most ${MAX_BATCH}`;

/** Parcels and items of a body, whatever else is wrong with it. */
export function partsOf(orders: unknown): number {
  return list(orders)
    .map((order) => list(object(order.shipment_detail).parcel_list))
    .reduce((sum, parcels) => {
      const items = parcels.map((parcel) => list(parcel.parcel_items).length + list(parcel.declaration_list).length);
      return sum + parcels.length + items.reduce((all, each) => all + each, 0);
    }, 0);
}

function sizeRules(body: Record<string, unknown>): Problem[] {
  const parts = partsOf(body.orders);
  if (parts <= MAX_BATCH_PARTS) return [];
  return [{ path: ["orders"], key: "batchTooLarge", params: { parts, max: MAX_BATCH_PARTS } }];
}

const AGAIN =
  "With an Idempotency-Key a repeat of the same body answers the same results, and goes on where a crash cut the first one off: every order once.";

export const createBatch = defineContract("createBatch", {
  ...base,
  summary: "Create up to 1,000 orders at once",
  description: `Each is judged and made as by \`POST /order/create\`; what is refused holds up no other, and the answer is 200 even if all are. At most ${MAX_BATCH_PARTS} parcels and items together, and 8 MiB. Two batches of an account run at once; a third is 429. ${AGAIN}`,
  body: z.object({ orders: z.array(z.looseObject({})).min(1).max(MAX_BATCH).describe(ORDERS_OF_BATCH) }),
  mib: 8,
  rules: also(sizeRules),
  response: z.object({
    batch_id: batchId,
    created: z.int(),
    refused: z.int(),
    results: z.array(
      z.object({
        index,
        order_id: z.string().optional(),
        order_status: z.enum(ORDER_STATUSES).optional(),
        tracking_number: z.string().nullable().optional(),
        quote_price: z.string().optional().meta({ description: "HKD" }),
        error: error.optional(),
      }),
    ),
  }),
  errors: [...ORDER_ERRORS, "idempotency_key_exists", "RATE_LIMIT_EXCEEDED"],
  example: { orders: [localExample, intlExample] },
});

const named = z.array(orderId).min(1).max(MAX_BATCH).describe(`Ids of up to ${MAX_BATCH} orders`);
const ofEach = z.object({ index, order_id: z.string(), error: error.optional() });

export const confirmBatch = defineContract("confirmBatch", {
  ...base,
  summary: "Confirm up to 1,000 saved orders at once",
  description: `Each as by \`POST /order/confirm\` without a quote. ${AGAIN}`,
  body: z.object({ order_ids: named }),
  response: z.object({
    batch_id: batchId,
    confirmed: z.int(),
    refused: z.int(),
    results: z.array(
      ofEach.extend({
        order_status: z.enum(ORDER_STATUSES).optional(),
        tracking_number: z.string().nullable().optional(),
        quote_price: z.string().optional(),
      }),
    ),
  }),
  errors: ["NOT_FOUND", "ORDER_NOT_CONFIRMABLE", ...ORDER_ERRORS, "idempotency_key_exists", "RATE_LIMIT_EXCEEDED"],
  example: { order_ids: ["217123456789012", "217123456789013"] },
});

export const cancelBatch = defineContract("cancelBatch", {
  ...base,
  onFullDisk: true,
  summary: "Cancel up to 1,000 orders at once",
  description: `Each as by \`POST /order/cancel\`. ${AGAIN}`,
  body: z.object({
    order_ids: named,
    reason: choice(CANCEL_REASONS).describe("Why the orders are cancelled"),
    remarks: optionalText({ max: 500, lines: true }).describe("Details, for yourself and the warehouse"),
  }),
  response: z.object({
    batch_id: batchId,
    cancelled: z.int().meta({ description: "With those that the warehouse is asked to cancel" }),
    refused: z.int(),
    results: z.array(
      ofEach.extend({
        order_status: z.enum(ORDER_STATUSES).optional(),
        cancel_status: z.enum(["CANCELLED", "REQUESTED"]).optional(),
      }),
    ),
  }),
  errors: ["NOT_FOUND", "ORDER_NOT_CANCELLABLE", "idempotency_key_exists", "RATE_LIMIT_EXCEEDED"],
  example: { order_ids: ["217123456789012", "217123456789013"], reason: "CUSTOMER_REQUEST" },
});
