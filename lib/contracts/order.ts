import { z } from "zod";
import { ORDER_ACTIONS, ORDER_STATUSES, orderStatus } from "@/lib/order-status";
import { choice, code, date, optionalText, orderId, orderIds, paging, rule, text, yesNo } from "./common";
import { defineContract, MERCHANT_OR_SUPPORT, ORDER_READERS } from "./contract";
import { intlExample, localExample, orderResultExample } from "./examples";
import {
  intlParty,
  intlRecipient,
  intlShipment,
  localParty,
  localRecipient,
  localShipment,
  pickupArrange,
  shipmentOptions,
} from "./order-parts";
import { codedProblems } from "./order-rules";
import { trackingView } from "./tracking-parts";

export const SHIP_TYPES = ["intl", "local"] as const;
const clientRemarks = optionalText({ max: 500, lines: true });
const quoteId = code(64)
  .optional()
  .meta({ description: "Holds the price of a quote from POST /rates/get for 30 minutes" });

/** Root fields of an international order (specification §4.2). */
export const intlOrder = z
  .object({
    ship_type: z.literal("intl"),
    shipping_provider: code(64),
    sender: intlParty,
    recipient: intlRecipient,
    shipment_detail: intlShipment,
    shipment_options: shipmentOptions.optional(),
    client_remarks: clientRemarks,
    confirm_shipment: yesNo.optional(),
    quote_id: quoteId,
  })
  .meta({ id: "IntlOrder" });

/** Root fields of a local order (specification §4.2). */
export const localOrder = z
  .object({
    ship_type: z.literal("local"),
    shipping_provider: code(64),
    sender: localParty,
    recipient: localRecipient,
    shipment_detail: localShipment,
    client_remarks: clientRemarks,
    is_local_insurance: yesNo.default("N"),
    cod: yesNo.default("N"),
    cod_amount: z
      .string()
      .optional()
      .meta({ description: "HKD, more than 0, at most 2 decimals; required when cod is Y, else ignored" }),
    delivery_proof: choice(["E", "W", "N"]).default("N"),
    confirm_shipment: yesNo.optional(),
    pickup_arrange: pickupArrange.optional(),
    quote_id: quoteId,
  })
  .meta({ id: "LocalOrder" });

/** Either order; `ship_type` selects the shape. Rules across fields: `order-rules.ts`. */
export const orderInput = z.discriminatedUnion("ship_type", [intlOrder, localOrder]).meta({ id: "OrderInput" });
export type OrderInput = z.output<typeof orderInput>;
export type IntlOrderInput = z.output<typeof intlOrder>;
export type LocalOrderInput = z.output<typeof localOrder>;

/** Specification §2.9. */
export const orderResult = z
  .object({
    order_id: z.string(),
    ship_type: z.enum(SHIP_TYPES),
    order_status: orderStatus,
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

// In the record every field stands, null when not given, so that clients need not ask which are there.
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
  account_id: z.string(),
  tracking: trackingView,
  available_actions: z.array(z.enum(ORDER_ACTIONS)),
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

/** The full record of an order (decisions §7, `order/detail`). */
export const orderRecord = z.discriminatedUnion("ship_type", [intlRecord, localRecord]).meta({ id: "OrderRecord" });
export type OrderRecord = z.output<typeof orderRecord>;
export type IntlOrderRecord = z.output<typeof intlRecord>;
export type LocalOrderRecord = z.output<typeof localRecord>;

const ORDER_ERRORS = [
  "SENDER_MOBILE_INVALID",
  "PICKPACK_ITEM_SKU_BARCODE_REQUIRED",
  "SERVICE_NOT_AVAILABLE",
  "QUOTE_EXPIRED",
  "PICKUP_POINT_UNAVAILABLE",
] as const;

export const createOrder = defineContract({
  id: "createOrder",
  method: "POST",
  path: "/order/create",
  who: MERCHANT_OR_SUPPORT,
  audience: "public",
  tag: "Orders",
  summary: "Create a local or an international order",
  description:
    "`ship_type` selects the shape. `confirm_shipment` Y buys: the order is READY_TO_SHIP and has a tracking number. N, or leaving it out, saves the order as PENDING_CONFIRM.",
  body: orderInput,
  response: orderResult,
  creates: true,
  recode: codedProblems,
  errors: [...ORDER_ERRORS, "idempotency_key_exists"],
  example: localExample,
  exampleResponse: orderResultExample,
});

const orderIdQuery = z.object({ order_id: orderId });

export const readOrder = defineContract({
  id: "readOrder",
  method: "GET",
  path: "/order/detail",
  who: ORDER_READERS,
  audience: "public",
  tag: "Orders",
  summary: "Read an order by query",
  query: orderIdQuery,
  response: orderRecord,
  errors: ["NOT_FOUND"],
});

export const readOrderByPath = defineContract({
  ...readOrder,
  id: "readOrderByPath",
  path: "/order/detail/{order_id}",
  summary: "Read an order by path",
  query: undefined,
  params: orderIdQuery,
});

export const confirmOrder = defineContract({
  id: "confirmOrder",
  method: "POST",
  path: "/order/confirm",
  who: MERCHANT_OR_SUPPORT,
  audience: "public",
  tag: "Orders",
  summary: "Confirm a saved order",
  description:
    "Buys at the saved price or cheaper. Dearer without a valid quote_id is refused with 400471; the entry carries a new quote_id to confirm with.",
  body: z.object({ order_id: orderId, quote_id: quoteId }),
  response: orderResult,
  errors: ["NOT_FOUND", "ORDER_NOT_CONFIRMABLE", "QUOTE_EXPIRED", "SERVICE_NOT_AVAILABLE", "PICKUP_POINT_UNAVAILABLE"],
  example: { order_id: "217123456789012" },
});

/** Root fields of either kind, each optional; the stored order decides which shape they are judged by. */
export const updateOrder = defineContract({
  id: "updateOrder",
  method: "POST",
  path: "/order/update",
  who: MERCHANT_OR_SUPPORT,
  audience: "public",
  tag: "Orders",
  summary: "Change an order",
  description:
    "Each root field given replaces the stored one whole. Before confirmation anything but ship_type can change and the order is priced anew; after it only client_remarks and pickup_arrange.",
  body: z.looseObject({ order_id: orderId }),
  response: orderRecord,
  errors: ["NOT_FOUND", "FIELD_LOCKED_AFTER_CONFIRM", ...ORDER_ERRORS],
  example: { order_id: "217123456789012", client_remarks: "Leave at the counter" },
});

export const CANCEL_REASONS = ["CUSTOMER_REQUEST", "WRONG_INFO", "DUPLICATE", "OTHER"] as const;

export const cancelOrder = defineContract({
  id: "cancelOrder",
  method: "POST",
  path: "/order/cancel",
  who: MERCHANT_OR_SUPPORT,
  audience: "public",
  tag: "Orders",
  summary: "Cancel an order that is not picked up yet",
  body: z.object({
    order_id: orderId,
    reason: choice(CANCEL_REASONS),
    remarks: optionalText({ max: 500, lines: true }),
  }),
  response: z.object({
    order_id: z.string(),
    order_status: orderStatus,
    cancel_status: z.enum(["CANCELLED", "REQUESTED"]),
    message: z.string(),
  }),
  errors: ["NOT_FOUND", "ORDER_NOT_CANCELLABLE"],
  example: { order_id: "217123456789012", reason: "CUSTOMER_REQUEST" },
});

const positive = z
  .number()
  .superRefine(rule((value) => (Number.isFinite(value) && value > 0 && value < 1e6 ? undefined : "positiveNumber")))
  .meta({ exclusiveMinimum: 0 });
const overviewParty = z.object({ name: text({ max: 200 }), phone: code(40), address: text({ max: 500 }) });

export const overviewOrder = z
  .object({
    id: z.string(),
    status: z.string(),
    tracking_number: z.string().nullable(),
    created_at: z.string(),
  })
  .meta({ id: "OverviewOrder" });

/** Specification §4.4, decisions §4.5. */
export const createOverviewOrder = defineContract({
  id: "createOverviewOrder",
  method: "POST",
  path: "/orders",
  who: MERCHANT_OR_SUPPORT,
  audience: "public",
  tag: "Orders",
  summary: "Create a confirmed local order in the short form",
  body: z.object({
    sender: overviewParty,
    recipient: overviewParty,
    package: z.object({
      weight: positive.meta({ description: "kg" }),
      dimensions: z.object({ length: positive, width: positive, height: positive }).meta({ description: "cm" }),
    }),
  }),
  response: overviewOrder,
  creates: true,
  errors: ["idempotency_key_exists", "SERVICE_NOT_AVAILABLE"],
  example: {
    sender: { name: "Sampan Goods", phone: "+852 2345 6789", address: "12 Nathan Road, Tsim Sha Tsui" },
    recipient: { name: "陳大文", phone: "91234567", address: "九龍旺角彌敦道 700 號 5 樓" },
    package: { weight: 1.2, dimensions: { length: 30, width: 20, height: 10 } },
  },
});

const statuses = z
  .string()
  .superRefine(
    rule((value) =>
      value.split(",").every((each) => (ORDER_STATUSES as readonly string[]).includes(each))
        ? undefined
        : ["choice", { choices: ORDER_STATUSES.join(", ") }],
    ),
  )
  .meta({ description: `Comma separated: ${ORDER_STATUSES.join(", ")}` });

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
    order_status: orderStatus,
    shipping_provider: z.string(),
    recipient_name: z.string(),
    recipient_country: z.string(),
    quote_price: z.string(),
    client_remarks: z.string().nullable(),
    create_time: z.string(),
    pickup_date: z.string().nullable(),
    chargeable_weight: z.string().meta({ description: "kg" }),
  })
  .meta({ id: "OrderRow" });
export type OrderRow = z.output<typeof orderRow>;

/** Specification §4.5, decisions §4.6. */
export const listOrders = defineContract({
  id: "listOrders",
  method: "GET",
  path: "/orders",
  who: ORDER_READERS,
  audience: "public",
  tag: "Orders",
  summary: "List, filter and search orders",
  query: z.object({
    status: statuses.optional(),
    ship_type: z.enum(SHIP_TYPES).optional(),
    shipping_provider: code(64).optional(),
    q: optionalText({ max: 200 }).meta({
      description: "Part of an order id, tracking number, recipient's name or mobile, or client_remarks",
    }),
    created_from: date.optional().meta({ description: "First day in Hong Kong, inclusive" }),
    created_to: date.optional().meta({ description: "Last day in Hong Kong, inclusive" }),
    order_ids: orderIds(100).optional(),
    sort: choice(ORDER_SORTS).default("-create_time"),
    ...paging,
  }),
  response: orderRow,
  list: true,
});

/** The order that an example in the document shows besides the local one. */
export const createOrderExamples = { local: localExample, intl: intlExample };
export type ListOrdersQuery = z.output<NonNullable<typeof listOrders.query>>;
