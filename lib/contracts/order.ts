import { z } from "zod";
import { CANCEL_REASONS } from "@/lib/orders/choices";
import { ORDER_ACTIONS, ORDER_STATUSES } from "@/lib/orders/status";
import { MAX_TAGS_LISTED, TAGS_MAX } from "@/lib/orders/tags";
import { choice, code, optionalText, orderId, paging, yesNo } from "./common";
import { defineContract } from "./contract";
import { intlExample, localExample, orderResultExample, pickupPointExample } from "./examples";
import { also } from "./judge";
import { listFilters, reference, withDays } from "./order-filters";
import { overviewOrder } from "./order-overview";
import {
  codAmount,
  deliveryProof,
  intlParty,
  intlRecipient,
  intlShipment,
  localParty,
  localRecipient,
  localShipment,
  pickupArrange,
  shipmentOptions,
} from "./order-parts";
import { netWeightRules, orderRules } from "./order-rules";
import { did, tag } from "./shipping-rule";
import { suspension } from "./suspension";
import { trackingView } from "./tracking-parts";

export const SHIP_TYPES = ["intl", "local"] as const;
const clientRemarks = optionalText({ max: 500, lines: true });
const quoteId = code(64)
  .optional()
  .meta({ description: "Holds the price of a quote from POST /rates/get for 30 minutes" });

/** Root fields of an international order. */
export const intlOrder = z
  .object({
    ship_type: z
      .literal("intl")
      .describe(
        "`intl` for an international order, `local` for one within Hong Kong; decides which other fields are accepted",
      ),
    shipping_provider: code(64).describe("Code of the service, from `POST /rates/get` or `GET /providers`"),
    sender: intlParty.describe("The sender, who also gets returns"),
    recipient: intlRecipient.describe("Who receives it"),
    shipment_detail: intlShipment.describe("What is sent: the parcels and their contents"),
    shipment_options: shipmentOptions.optional().describe("Options of an international order; may be left out"),
    client_remarks: clientRemarks.describe("Your own remarks; they are not printed on the label"),
    reference,
    confirm_shipment: yesNo.optional().describe("Y buys the shipment; N, or leaving it out, only saves the order"),
    quote_id: quoteId,
  })
  .meta({ id: "IntlOrder" });

/** Root fields of a local order. */
export const localOrder = z
  .object({
    ship_type: z
      .literal("local")
      .describe(
        "`intl` for an international order, `local` for one within Hong Kong; decides which other fields are accepted",
      ),
    shipping_provider: code(64).describe("Code of the service, from `POST /rates/get` or `GET /providers`"),
    sender: localParty.describe("The sender, who also gets returns"),
    recipient: localRecipient.describe("Who receives it"),
    shipment_detail: localShipment.describe("What is sent: the parcels and their contents"),
    client_remarks: clientRemarks.describe("Your own remarks; they are not printed on the label"),
    reference,
    is_local_insurance: yesNo
      .describe("Y insures the parcels for their insurance_fee, whose sum must then be above 0")
      .default("N"),
    cod: yesNo.describe("Cash on delivery; Y requires cod_amount").default("N"),
    cod_amount: codAmount,
    delivery_proof: deliveryProof.default("N"),
    confirm_shipment: yesNo.optional().describe("Y buys the shipment; N, or leaving it out, only saves the order"),
    pickup_arrange: pickupArrange.optional().describe("Asks the courier to collect the parcels; may be left out"),
    quote_id: quoteId,
  })
  .meta({ id: "LocalOrder" });

/** Either order; `ship_type` selects the shape. Rules across fields: `order-rules.ts`. */
export const orderInput = z.discriminatedUnion("ship_type", [intlOrder, localOrder]).meta({ id: "OrderInput" });
export type OrderInput = z.output<typeof orderInput>;
export type IntlOrderInput = z.output<typeof intlOrder>;
export type LocalOrderInput = z.output<typeof localOrder>;

/** The answer to creation, confirmation and update. */
export const orderResult = z
  .object({
    order_id: z.string(),
    ship_type: z.enum(SHIP_TYPES),
    order_status: z.enum(ORDER_STATUSES),
    quote_price: z.string().meta({ description: "HKD" }),
    confirm_shipment: z.enum(["Y", "N"]),
    tracking_number: z.string().nullable(),
    client_remarks: z.string().nullable(),
    create_time: z.string(),
    message: z.string(),
  })
  .meta({ id: "OrderResult" });
export type OrderResult = z.output<typeof orderResult>;

export const priceLine = z.object({ code: z.string(), amount: z.string() }).meta({ id: "PriceLine" });

// The record has every field, null when not given, so that clients need not check which fields exist.
function record<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  return z.object(
    Object.fromEntries(Object.keys(schema.shape).map((key) => [key, z.string().nullable()])),
  ) as z.ZodObject<{
    [Key in keyof Shape]: z.ZodNullable<z.ZodString>;
  }>;
}

const declaredMeasures = z
  .object({ length: z.string(), width: z.string(), height: z.string(), act_weight: z.string() })
  .nullable()
  .meta({
    description:
      "The merchant's measures, where the warehouse repacked the parcel; empty strings where none were given",
  });

const intlParcelRecord = record(intlShipment.shape.parcel_list.element.omit({ declaration_list: true })).extend({
  tracking_number: z.string().nullable(),
  declared: declaredMeasures,
  declaration_list: z.array(
    record(intlShipment.shape.parcel_list.element.shape.declaration_list.element.omit({ battery: true })).extend({
      battery: z.object({ type: z.string(), location: z.string() }).nullable(),
    }),
  ),
});

const localParcelRecord = record(localShipment.shape.parcel_list.element.omit({ parcel_items: true })).extend({
  tracking_number: z.string().nullable(),
  declared: declaredMeasures,
  parcel_items: z.array(record(localShipment.shape.parcel_list.element.shape.parcel_items.element)),
});

const recordBase = orderResult.omit({ message: true }).extend({
  shipping_provider: z.string(),
  reference: z.string().nullable(),
  provider_name: z.string(),
  price_breakdown: z.array(priceLine),
  chargeable_weight: z.string(),
  weight_basis: z.enum(["ACTUAL", "VOLUMETRIC"]),
  update_time: z.string(),
  confirm_time: z.string().nullable(),
  estimated_delivery: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  cancel_remarks: z.string().nullable(),
  cancel_status: z
    .enum(["CANCELLED", "REQUESTED"])
    .nullable()
    .meta({ description: "REQUESTED: the warehouse has confirmed the order and has to agree" }),
  cancel_declined_time: z
    .string()
    .nullable()
    .meta({ description: "When the warehouse last declined to cancel; null while a later request waits" }),
  cancel_declined_remarks: z.string().nullable(),
  declared_price: z
    .string()
    .nullable()
    .meta({ description: "quote_price before the warehouse repacked the parcels; null unless it did" }),
  declared_cod_amount: z
    .string()
    .nullable()
    .meta({ description: "cod_amount before the warehouse lowered it; null unless it did" }),
  account_id: z.string(),
  tracking: trackingView,
  available_actions: z.array(z.enum(ORDER_ACTIONS)),
  tags: z.array(z.string()),
  holds: z.array(z.string()).meta({ description: "Why rules kept the order from being confirmed; empty once it is" }),
  rules: z.array(did).meta({ description: "What rules did to the order when it was made" }),
  suspension: suspension
    .nullable()
    .meta({ description: "Why a saved order cannot be confirmed now; null unless its service is suspended" }),
});

const intlRecord = recordBase
  .extend({
    ship_type: z.literal("intl"),
    sender: record(intlParty),
    recipient: record(intlRecipient),
    shipment_detail: record(intlShipment.omit({ parcel_list: true })).extend({
      parcel_list: z.array(intlParcelRecord),
    }),
    shipment_options: record(shipmentOptions),
  })
  .meta({ id: "IntlOrderRecord" });

const localRecord = recordBase
  .extend({
    ship_type: z.literal("local"),
    sender: record(localParty),
    recipient: record(localRecipient).extend({ delivery_code: z.string().nullable() }),
    shipment_detail: record(localShipment.omit({ parcel_list: true })).extend({
      parcel_list: z.array(localParcelRecord),
    }),
    is_local_insurance: z.enum(["Y", "N"]),
    cod: z.enum(["Y", "N"]),
    cod_amount: z.string().nullable(),
    delivery_proof: z.enum(["E", "W", "N"]),
    pickup_arrange: record(pickupArrange).nullable(),
  })
  .meta({ id: "LocalOrderRecord" });

/** The full record of an order (contract §13.15). */
export const orderRecord = z.discriminatedUnion("ship_type", [intlRecord, localRecord]).meta({ id: "OrderRecord" });
export type OrderRecord = z.output<typeof orderRecord>;
export type IntlOrderRecord = z.output<typeof intlRecord>;
export type LocalOrderRecord = z.output<typeof localRecord>;

/** What a whole order may be refused with, beside a 400 of its fields. */
export const ORDER_ERRORS = [
  "SENDER_MOBILE_INVALID",
  "PICKPACK_ITEM_SKU_BARCODE_REQUIRED",
  "SERVICE_NOT_AVAILABLE",
  "QUOTE_EXPIRED",
  "PICKUP_POINT_UNAVAILABLE",
] as const;

export const createOrder = defineContract("createOrder", {
  audience: "public",
  tag: "Orders",
  summary: "Create a local or an international order",
  description:
    "`ship_type` selects the shape. `confirm_shipment` Y buys: the order is READY_TO_SHIP and has a tracking number. N, or leaving it out, saves the order as PENDING_CONFIRM.",
  body: orderInput,
  response: orderResult,
  creates: "order_id",
  rules: (body, found) => netWeightRules(body, orderRules()(body, found)),
  serverRules: true,
  errors: [...ORDER_ERRORS, "idempotency_key_exists"],
  examples: { local: localExample, "to a pickup point": pickupPointExample, intl: intlExample },
  exampleResponse: orderResultExample,
});

const orderIdQuery = z.object({ order_id: orderId });

export const readOrder = defineContract("readOrder", {
  audience: "public",
  tag: "Orders",
  summary: "Read an order by query",
  query: orderIdQuery,
  response: orderRecord,
  errors: ["NOT_FOUND"],
});

export const readOrderByPath = defineContract("readOrderByPath", {
  ...readOrder,
  summary: "Read an order by path",
  query: undefined,
  params: orderIdQuery,
});

export const confirmOrder = defineContract("confirmOrder", {
  audience: "public",
  tag: "Orders",
  summary: "Confirm a saved order",
  description:
    "Buys at the saved price or cheaper. Dearer without a valid quote_id is refused with 400471; the entry carries a new quote_id to confirm with.",
  body: z.object({ order_id: orderId, quote_id: quoteId }),
  response: orderResult,
  errors: ["NOT_FOUND", "ORDER_NOT_CONFIRMABLE", ...ORDER_ERRORS],
  example: { order_id: "217123456789012" },
});

/** Root fields of either kind, each optional; the kind of the stored order decides which shape judges them. */
export const updateOrder = defineContract("updateOrder", {
  audience: "public",
  tag: "Orders",
  summary: "Change an order",
  description:
    'Each root field given replaces the stored one whole. Before confirmation anything but ship_type can change and the order is priced again; after it only client_remarks, reference and pickup_arrange. A root field that is `""` or null stays as it was: `clear` names those to empty, such as `["client_remarks","pickup_arrange"]`. Only what is changed is judged. An order is confirmed by POST /order/confirm, never here.',
  body: z.looseObject({ order_id: orderId }),
  response: orderRecord,
  errors: ["NOT_FOUND", "FIELD_LOCKED_AFTER_CONFIRM", ...ORDER_ERRORS],
  example: { order_id: "217123456789012", client_remarks: "Leave at the counter" },
});

/** What says nothing to add or take off would change nothing. */
const tagRules = also(({ add, remove }) =>
  add === undefined && remove === undefined ? [{ path: ["add"], key: "required" }] : [],
);

export const tagOrder = defineContract("tagOrder", {
  audience: "public",
  tag: "Orders",
  summary: "Add tags to an order, or take them off",
  description:
    "In any state. A tag that the order has already, or does not have, is no error; of one that is in both lists, it is added.",
  body: z.object({
    order_id: orderId,
    add: z.array(tag).max(TAGS_MAX).optional().describe(`An order has at most ${TAGS_MAX}`),
    remove: z.array(tag).max(TAGS_MAX).optional().describe("Those to take off"),
  }),
  rules: tagRules,
  response: z.object({ order_id: z.string(), tags: z.array(z.string()) }),
  errors: ["NOT_FOUND"],
  example: { order_id: "217123456789012", add: ["fragile"] },
});

export const listTags = defineContract("listTags", {
  audience: "people",
  tag: "Orders",
  summary: "The tags that orders have, by name",
  response: z.object({ tags: z.array(z.string()).meta({ description: `The first ${MAX_TAGS_LISTED}` }) }),
});

export const cancelOrder = defineContract("cancelOrder", {
  onFullDisk: true,
  audience: "public",
  tag: "Orders",
  summary: "Cancel an order that is not picked up yet",
  body: z.object({
    order_id: orderId,
    reason: choice(CANCEL_REASONS).describe("Why the order is cancelled"),
    remarks: optionalText({ max: 500, lines: true }).describe("Details, for yourself and the warehouse"),
  }),
  response: z.object({
    order_id: z.string(),
    order_status: z.enum(ORDER_STATUSES),
    cancel_status: z.enum(["CANCELLED", "REQUESTED"]),
    message: z.string(),
  }),
  errors: ["NOT_FOUND", "ORDER_NOT_CANCELLABLE"],
  example: { order_id: "217123456789012", reason: "CUSTOMER_REQUEST" },
});

export const ORDER_SORTS = [
  "create_time",
  "-create_time",
  "quote_price",
  "-quote_price",
  "order_status",
  "-order_status",
] as const;

export const orderRow = overviewOrder
  .extend({
    order_id: z.string(),
    account_id: z.string(),
    ship_type: z.enum(SHIP_TYPES),
    order_status: z.enum(ORDER_STATUSES),
    shipping_provider: z.string(),
    reference: z.string().nullable(),
    recipient_name: z.string(),
    recipient_country: z.string(),
    recipient_district: z
      .string()
      .nullable()
      .meta({ description: "The district of Hong Kong of the pickup point or the address, by its English name" }),
    recipient_city: z.string().nullable().meta({ description: "Of an international order" }),
    quote_price: z.string(),
    client_remarks: z.string().nullable(),
    create_time: z.string(),
    pickup_date: z.string().nullable(),
    chargeable_weight: z.string().meta({ description: "kg" }),
    estimated_delivery: z.string().nullable(),
    tags: z.array(z.string()),
    holds: z.array(z.string()).meta({ description: "Why rules kept the order from being confirmed; empty once it is" }),
    printed: z
      .enum(["Y", "N"])
      .meta({ description: "Y: the label of each parcel was printed or fetched, and has not changed since" }),
    late: z
      .enum(["Y", "N"])
      .meta({ description: "Y: past its estimated_delivery, and neither delivered nor cancelled" }),
    problem: z
      .object({
        since: z.string(),
        age_minutes: z.int().meta({ description: "Since then" }),
        sub_status: z.string().nullable(),
        description: z.string().nullable().meta({ description: "The carrier's words" }),
      })
      .nullable()
      .meta({
        description: "What the carrier reported about an order in EXCEPTION or FAILED_DELIVERY; null otherwise",
      }),
  })
  .meta({ id: "OrderRow" });
export type OrderRow = z.output<typeof orderRow>;

/** The list's query without the rule across its days, so that other schemas can extend it or pick fields from it. */
export const listQuery = listFilters.extend({
  sort: choice(ORDER_SORTS)
    .default("-create_time")
    .describe("What rows are sorted by; a minus sign before it reverses the order"),
  ...paging,
});

/** The order list (contract §13.6, §5.5, §5.6). */
export const listOrders = defineContract("listOrders", {
  audience: "public",
  tag: "Orders",
  summary: "List, filter and search orders",
  query: withDays(listQuery),
  response: orderRow,
  list: true,
});

export type ListOrdersQuery = z.output<NonNullable<typeof listOrders.query>>;
