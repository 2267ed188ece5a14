import { z } from "zod";
import { ORDER_STATUSES } from "@/lib/orders/status";
import { PICKPACK_STATUSES, REJECT_TYPES } from "@/lib/warehouse/pickpack-status";
import {
  choice,
  code,
  decimalText,
  optionalText,
  orderId,
  paging,
  rule,
  side,
  timestamp,
  weight,
  yesNo,
} from "./common";
import { defineContract } from "./contract";
import { shortLine } from "./event";
import { MAX_PARCELS } from "./order-parts";

const yes = z.enum(["Y", "N"]);

/** A document. */
export const pickPackDocument = z
  .object({
    format: z.string().meta({ description: "pdf" }),
    encoding: z.string().meta({ description: "base64" }),
    content: z.string(),
  })
  .meta({ id: "PickPackDocument" });

const declarationLine = z
  .object({
    custom_declare_fulldesc: z.string(),
    custom_qty: z.string().meta({ description: "Units that are in the parcel" }),
    custom_single_price: z.string(),
    custom_hscode: z.string(),
    custom_unit: z.string(),
    custom_single_weight: z.string(),
    custom_origin: z.string(),
    currency: z.string(),
    custom_with_battery: yes,
    battery_type: z.string(),
    battery_location: z.string(),
    sku: z.string(),
    bar_code_eid: z.string(),
  })
  .meta({ id: "PickPackDeclarationLine", description: "Every field is empty when it is not available" });

const parcelSnapshot = z
  .object({
    tracking_number: z.string(),
    length: z.string(),
    width: z.string(),
    height: z.string(),
    act_weight: z.string(),
    declaration_list: z.array(declarationLine),
    is_require_battery_label: yes,
    battery_label_types: z.string().meta({ description: "Comma separated; empty when there are none" }),
    related_documents: z
      .union([pickPackDocument, z.literal("")])
      .meta({ description: "The battery label; an empty string when none is required" }),
  })
  .meta({ id: "PickPackParcel" });

const pickupDetail = z
  .object({
    pickup_date: z.string(),
    pickup_session: z.string().meta({ description: "The time window, to be shown" }),
    pickup_number: z.string(),
    is_pickup_document_required: yes,
    related_documents: pickPackDocument,
  })
  .meta({ id: "PickPackPickup" });

/** A pick-and-pack order as it is read. */
export const pickPackOrder = z
  .object({
    order_id: z.string(),
    customer_eid: z.string().meta({ description: "The account's id" }),
    status: z.enum(PICKPACK_STATUSES),
    is_require_repack: yes,
    short: yes.meta({ description: "Whether fewer units are packed than were ordered, as far as is known" }),
    short_list: z.array(shortLine).meta({ description: "The lines of which units are not in the parcels" }),
    reject_type: z.enum([...REJECT_TYPES, ""]).meta({ description: "Empty unless rejected" }),
    reject_reason: z.string(),
    tracking_number: z.string(),
    courier_company: z.string(),
    shipment_detail: z.object({ parcel_list: z.array(parcelSnapshot) }),
    pickup_detail: z
      .union([pickupDetail, z.array(z.never()).max(0)])
      .meta({ description: "An empty array unless the status is PICKPACK_READY_TO_SHIPMENT" }),
    related_documents: pickPackDocument.meta({ description: "The waybill label" }),
    request_datetime: z.string().meta({ description: "YYYY-MM-DD HH:MM:SS, Hong Kong time" }),
    update_datetime: z.string().meta({ description: "YYYY-MM-DD HH:MM:SS, Hong Kong time" }),
  })
  .meta({ id: "PickPackOrder" });
export type PickPackOrder = z.output<typeof pickPackOrder>;

export const pickPackAnswer = z.object({ order: pickPackOrder, message: z.string() }).meta({ id: "PickPackAnswer" });
export type PickPackAnswer = z.output<typeof pickPackAnswer>;

const base = { audience: "public", tag: "Pick and pack", account: "optional" } as const;
const byOrder = z.object({ order_id: orderId.meta({ type: "integer" }) });

/** The pick-and-pack order of an order (contract §7.1). */
export const readPickPack = defineContract("readPickPack", {
  ...base,
  summary: "Read a pick-and-pack order by query",
  query: byOrder,
  response: pickPackAnswer,
  errors: ["NOT_FOUND"],
});

export const readPickPackByPath = defineContract("readPickPackByPath", {
  ...readPickPack,
  summary: "Read a pick-and-pack order by path",
  query: undefined,
  params: byOrder,
});

const statuses = z
  .string()
  .superRefine(
    rule((value) =>
      value.split(",").every((each) => (PICKPACK_STATUSES as readonly string[]).includes(each))
        ? undefined
        : ["choice", { choices: PICKPACK_STATUSES.join(", ") }],
    ),
  )
  .meta({ description: `Comma separated: ${PICKPACK_STATUSES.join(", ")}` });

export const PICKPACK_SORTS = ["request_datetime", "-request_datetime"] as const;

export const pickPackRow = z
  .object({
    order_id: z.string(),
    customer_eid: z.string(),
    customer_name: z.string(),
    status: z.enum(PICKPACK_STATUSES),
    order_status: z.enum(ORDER_STATUSES),
    is_cancel_requested: yes.meta({
      description: "The merchant asks for cancellation and the warehouse has not agreed yet",
    }),
    is_require_repack: yes,
    short: yes.meta({ description: "Whether fewer units are packed than were ordered" }),
    reject_type: z.enum([...REJECT_TYPES, ""]),
    tracking_number: z.string(),
    shipping_provider: z.string(),
    courier_company: z.string(),
    recipient_name: z.string(),
    parcel_count: z.int(),
    unit_count: z.string().meta({ description: "Units of goods in all parcels" }),
    wave_id: z.string().nullable(),
    wave_number: z.string().nullable().meta({ description: "The wave's number, for staff; else null" }),
    pickup_date: z.string().nullable(),
    age_minutes: z.int().meta({ description: "Since the order came to the warehouse" }),
    request_datetime: z.string(),
    update_datetime: z.string(),
  })
  .meta({ id: "PickPackRow" });
export type PickPackRow = z.output<typeof pickPackRow>;

/** The words of a search of pick-and-pack orders. */
export const pickPackSearch = optionalText({ max: 200 }).meta({
  description: "Words that all occur, in any order, in what searches of `GET /orders` look in",
});

/** What narrows the list besides the state. */
const filters = {
  shipping_provider: code(64).optional().describe("Code of the service, from `GET /providers`"),
  q: pickPackSearch,
  wave_id: code(64).optional().describe("Only orders of this wave"),
  customer_eid: orderId.optional().meta({ description: "Only orders of this merchant" }),
  until: timestamp.optional().meta({ description: "Only orders that came to the warehouse until then" }),
};

export const listPickPack = defineContract("listPickPack", {
  ...base,
  summary: "List pick-and-pack orders",
  description: "Warehouse and support staff who name no account see those of every account: the warehouse's queue.",
  query: z.object({
    status: statuses.optional(),
    ...filters,
    is_cancel_requested: yesNo
      .optional()
      .describe("Whether the merchant has requested cancellation and the warehouse has not answered"),
    is_collected: yesNo
      .optional()
      .meta({ description: "N: no courier has it yet; with status READY, what waits for one" }),
    sort: choice(PICKPACK_SORTS)
      .default("-request_datetime")
      .describe("What rows are sorted by; a minus sign before it reverses the order"),
    ...paging,
  }),
  response: pickPackRow,
  list: true,
});
export type ListPickPackQuery = z.output<NonNullable<typeof listPickPack.query>>;

export const countPickPack = defineContract("countPickPack", {
  ...base,
  audience: "people",
  summary: "Count pick-and-pack orders by status",
  query: z.object(filters),
  response: z.object({
    total: z.int(),
    total_is_at_least: z.boolean().meta({ description: "A search found more than were counted" }),
    by_status: z.record(z.enum(PICKPACK_STATUSES), z.int()),
    collected: z.int().meta({ description: "Of those that are ready, the ones that a courier has" }),
    cancel_requested: z.int().meta({ description: "Requests for cancellation that wait for the warehouse" }),
  }),
});

const staff = { ...base, response: pickPackAnswer } as const;
const orderExample = { order_id: "217123456789012" };

export const confirmPickPack = defineContract("confirmPickPack", {
  ...staff,
  summary: "Confirm that the warehouse takes an order: its stock is reserved",
  body: z.object({
    order_id: orderId,
    is_require_repack: yesNo.optional().meta({ description: "Whether it must be packed into other parcels" }),
  }),
  errors: ["NOT_FOUND", "PICKPACK_TRANSITION_INVALID", "OUT_OF_STOCK"],
  example: orderExample,
});

/** Also judged when another field is wrong, so that all failures are reported at once. */
export function requiredWith(field: string) {
  const when = ({ value }: { value: unknown }) => typeof value === "object" && value !== null && !Array.isArray(value);
  return { path: [field], params: { key: "required" }, when };
}

const repackedParcel = z
  .object({
    length: side({ above: "0" }).describe("Length"),
    width: side({ above: "0" }).describe("Width"),
    height: side({ above: "0" }).describe("Height"),
    act_weight: weight({ min: "0.01" }).describe("Actual weight"),
  })
  .meta({ id: "RepackedParcel" });

export const readyPickPack = defineContract("readyPickPack", {
  ...staff,
  summary: "Finish packing: stock is taken, the pickup is booked",
  description:
    "Parcels that were repacked are given with their new measures, as many as the order has and in their order; the order is then priced again and its labels follow. An order that the bench noted as packed short needs `confirm_short` Y: its papers hold what is in the parcels, price and insurance stay, the merchant is told, and units that nobody found or that are damaged are not for sale again. An order of several parcels is ready only when each one's label was scanned by POST /pickpack/label: before that it is 400480.",
  body: z
    .object({
      order_id: orderId,
      is_require_repack: yesNo.optional().describe("Whether it is packed into other parcels; Y requires parcel_list"),
      parcel_list: z
        .array(repackedParcel)
        .min(1)
        .max(MAX_PARCELS)
        .optional()
        .describe("The repacked parcels, the same number and order as in the order"),
      confirm_short: yesNo.optional().meta({ description: "Y: it is to be sent though units of it are missing" }),
      cod_amount: decimalText({ places: 2 }).optional().meta({
        description:
          "HKD to collect where units of a COD order are missing: at most the order's own; 0 collects nothing",
      }),
    })
    .refine(
      ({ is_require_repack, parcel_list }) => is_require_repack !== "Y" || parcel_list !== undefined,
      requiredWith("parcel_list"),
    ),
  errors: ["NOT_FOUND", "PICKPACK_TRANSITION_INVALID", "SERVICE_NOT_AVAILABLE", "PICKUP_POINT_UNAVAILABLE"],
  example: { ...orderExample, parcel_list: [{ length: "30", width: "20", height: "15", act_weight: "2.3" }] },
});

export const priceRepack = defineContract("priceRepack", {
  ...base,
  onFullDisk: true,
  summary: "Price an order by the measures of repacked parcels, before it is made ready",
  description: "Nothing is changed. Refused as POST /pickpack/ready would refuse the measures.",
  body: z.object({
    order_id: orderId,
    parcel_list: z
      .array(repackedParcel)
      .min(1)
      .max(MAX_PARCELS)
      .describe("The repacked parcels, the same number and order as in the order"),
  }),
  response: z
    .object({
      order_id: z.string(),
      quote_price: z.string().meta({ description: "HKD, by these measures and today's tariff" }),
      price_before: z.string().meta({ description: "HKD, what the order costs so far" }),
    })
    .meta({ id: "RepackPrice" }),
  errors: ["NOT_FOUND", "PICKPACK_TRANSITION_INVALID", "SERVICE_NOT_AVAILABLE", "PICKUP_POINT_UNAVAILABLE"],
  example: { ...orderExample, parcel_list: [{ length: "30", width: "20", height: "15", act_weight: "2.3" }] },
});

export const rejectPickPack = defineContract("rejectPickPack", {
  ...staff,
  summary: "Reject an order: it is cancelled and its stock released",
  body: z
    .object({
      order_id: orderId,
      reject_type: choice(REJECT_TYPES).describe(
        "Why the warehouse cannot accept the order; OTHERS requires reject_reason",
      ),
      reject_reason: optionalText({ max: 500, lines: true }).meta({ description: "Required with OTHERS" }),
    })
    .refine(
      ({ reject_type, reject_reason }) => reject_type !== "OTHERS" || Boolean(reject_reason),
      requiredWith("reject_reason"),
    ),
  errors: ["NOT_FOUND", "PICKPACK_TRANSITION_INVALID"],
  example: { ...orderExample, reject_type: "OTHERS", reject_reason: "The goods are damaged" },
});

export const cancelPickPack = defineContract("cancelPickPack", {
  ...staff,
  onFullDisk: true,
  summary: "Cancel an order before it is collected",
  description: "Agrees to the merchant's request where there is one. Merchants ask by POST /order/cancel.",
  body: z.object({
    order_id: orderId,
    remarks: optionalText({ max: 500, lines: true }).describe("The reason, for the merchant"),
  }),
  errors: ["NOT_FOUND", "PICKPACK_TRANSITION_INVALID"],
  example: orderExample,
});
