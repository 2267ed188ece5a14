import { z } from "zod";
import { TRACKING_EVENTS, type TrackingEvent } from "@/lib/orders/status";
import { type PickPackStatus, REJECT_TYPES, SHORT_REASONS } from "@/lib/warehouse/pickpack-status";
import type { EventName } from "@/lib/webhooks/event-names";

/** What `data` of an event may hold besides its order and status (contract §15.4); absent fields are left out. */
export const eventDetails = z.object({
  location: z
    .object({ city: z.string().optional(), state: z.string().optional(), country: z.string().optional() })
    .optional()
    .meta({ description: "Where the scan was made" }),
  description: z.string().optional().meta({ description: "The carrier's words" }),
  sub_status: z.string().optional().meta({ description: "A finer word, such as available_for_pickup or not_home" }),
  estimated_delivery: z.string().optional().meta({ format: "date-time", description: "ISO 8601, UTC" }),
  delivered_to: z.string().optional().meta({ description: "Who took the parcel" }),
  signature_required: z.boolean().optional(),
  proof_of_delivery_url: z.string().optional().meta({ format: "uri" }),
});

const orderFields = {
  order_id: z.string(),
  tracking_number: z.string().nullable().meta({ description: "null for an order that is saved and not confirmed" }),
};

function payload<E extends TrackingEvent, D extends z.ZodRawShape>(event: E, id: string, details: D) {
  return z
    .object({
      event: z.literal(event),
      timestamp: z.string().meta({ format: "date-time", description: "When it happened: ISO 8601, UTC" }),
      data: z.object({
        ...orderFields,
        status: z.literal<(typeof TRACKING_EVENTS)[E]["word"]>(TRACKING_EVENTS[event].word),
        ...details,
      }),
    })
    .meta({ id });
}
const { shape } = eventDetails;

const WORDS = Object.values(TRACKING_EVENTS).map(({ word }) => word);

/** What every opt-in event of an order says about it (contract §6.2). */
const orderAbout = {
  ...orderFields,
  status: z.enum(WORDS as [(typeof WORDS)[number], ...typeof WORDS]).meta({ description: "The overview's word" }),
  reference: z.string().nullable().meta({ description: "The shop's own order number" }),
};

function optIn<E extends string, D extends z.ZodRawShape>(event: E, id: string, data: D) {
  return z
    .object({
      event: z.literal(event),
      timestamp: z.string().meta({ format: "date-time", description: "When it happened: ISO 8601, UTC" }),
      data: z.object(data),
    })
    .meta({ id });
}

const pickPackAbout = <S extends PickPackStatus>(status: S) => ({ ...orderAbout, pickpack_status: z.literal(status) });

/** A line of an order that was packed short; every text is empty when it is not available. */
export const shortLine = z
  .object({
    sku: z.string(),
    name: z.string(),
    ordered: z.string().meta({ description: "Units" }),
    packed: z.string().meta({ description: "Units, fewer than were ordered" }),
    reason: z.enum(SHORT_REASONS),
    note: z.string(),
  })
  .meta({ id: "ShortLine" });
export type ShortLine = z.output<typeof shortLine>;

/** The body of a delivery for each event type (contract §15.9, §15.4, §6.2). */
export const EVENT_PAYLOADS = {
  "order.created": payload("order.created", "OrderCreatedEvent", {}),
  "order.picked_up": payload("order.picked_up", "OrderPickedUpEvent", shape),
  "order.in_transit": payload("order.in_transit", "OrderInTransitEvent", shape),
  "order.out_for_delivery": payload("order.out_for_delivery", "OrderOutForDeliveryEvent", shape),
  "order.delivered": payload("order.delivered", "OrderDeliveredEvent", shape),
  "order.failed_delivery": payload("order.failed_delivery", "OrderFailedDeliveryEvent", shape),
  "order.exception": payload("order.exception", "OrderExceptionEvent", shape),
  "order.cancelled": payload("order.cancelled", "OrderCancelledEvent", shape),
  "order.confirmed": optIn("order.confirmed", "OrderConfirmedEvent", {
    ...orderAbout,
    tracking_number: z.string(),
  }),
  "order.updated": optIn("order.updated", "OrderUpdatedEvent", orderAbout),
  "pickpack.confirmed": optIn("pickpack.confirmed", "PickPackConfirmedEvent", pickPackAbout("PICKPACK_CONFIRMED")),
  "pickpack.short": optIn("pickpack.short", "PickPackShortEvent", {
    ...pickPackAbout("PICKPACK_READY_TO_SHIPMENT"),
    short_list: z.array(shortLine),
  }),
  "pickpack.ready": optIn("pickpack.ready", "PickPackReadyEvent", pickPackAbout("PICKPACK_READY_TO_SHIPMENT")),
  "pickpack.rejected": optIn("pickpack.rejected", "PickPackRejectedEvent", {
    ...pickPackAbout("PICKPACK_REJECTED"),
    reject_type: z.enum(REJECT_TYPES),
    reject_reason: z.string().nullable(),
  }),
  "stock.low": optIn("stock.low", "StockLowEvent", {
    product_id: z.string(),
    sku: z.string(),
    name: z.string(),
    available: z.string().meta({ description: "Units on hand less those reserved" }),
    low_stock_mark: z.string().meta({ description: "Units" }),
  }),
} as const satisfies Record<EventName, z.ZodType>;
/** What `data` of an event holds. */
export type DataOfEvent<E extends EventName> = z.infer<(typeof EVENT_PAYLOADS)[E]>["data"];

/** When each event fires (contract §15.9). */
export const EVENT_MEANINGS: Record<EventName, string> = {
  "order.created": "An order is created, saved or confirmed.",
  "order.picked_up": "The carrier picks the parcel up.",
  "order.in_transit": "The parcel moves between facilities. May come several times.",
  "order.out_for_delivery": "The parcel is out for delivery.",
  "order.delivered": "The parcel is delivered.",
  "order.failed_delivery": "An attempt to deliver fails. May come several times.",
  "order.exception": "Something unforeseen: customs delay, damage, loss, return. May come several times.",
  "order.cancelled": "The order is cancelled.",
  "order.confirmed": "A saved order is confirmed: it has its tracking number. Sent only where it is named.",
  "order.updated":
    "The record of an order is changed other than by a move of its status. Read it again by GET /order/detail. Sent only where it is named.",
  "pickpack.confirmed": "The warehouse takes the order: its stock is reserved. Sent only where it is named.",
  "pickpack.short": "The order leaves with fewer units than were ordered. Sent only where it is named.",
  "pickpack.ready":
    "The order is packed, or a carrier collected it before the warehouse said so. Sent only where it is named.",
  "pickpack.rejected": "The warehouse rejects the order, which is cancelled. Sent only where it is named.",
  "stock.low":
    "A product's available units fall to its low stock mark: once each time. No order is named. Sent only where it is named.",
};

const order = { order_id: "217123456789012", tracking_number: "SP72158830462" };
const pending = { status: "pending", reference: "SHOP-1001" } as const;

/** An example of each payload, for the document. */
export const EVENT_EXAMPLES: { [E in EventName]: z.infer<(typeof EVENT_PAYLOADS)[E]> } = {
  "order.created": {
    event: "order.created",
    timestamp: "2026-11-20T02:30:00.000Z",
    data: { ...order, status: "pending" },
  },
  "order.picked_up": {
    event: "order.picked_up",
    timestamp: "2026-11-20T08:12:00.000Z",
    data: { ...order, status: "picked_up", location: { city: "Kowloon", country: "HK" }, description: "Collected" },
  },
  "order.in_transit": {
    event: "order.in_transit",
    timestamp: "2026-11-20T11:40:00.000Z",
    data: {
      ...order,
      status: "in_transit",
      location: { city: "Tsing Yi", country: "HK" },
      description: "Left the sorting centre",
      estimated_delivery: "2026-11-21T10:00:00.000Z",
    },
  },
  "order.out_for_delivery": {
    event: "order.out_for_delivery",
    timestamp: "2026-11-21T01:05:00.000Z",
    data: { ...order, status: "out_for_delivery", location: { city: "Mong Kok", country: "HK" } },
  },
  "order.delivered": {
    event: "order.delivered",
    timestamp: "2026-11-21T06:55:00.000Z",
    data: {
      ...order,
      status: "delivered",
      location: { city: "Mong Kok", country: "HK" },
      delivered_to: "陳大文",
      signature_required: true,
      proof_of_delivery_url: "https://carrier.example/proof/SP72158830462",
    },
  },
  "order.failed_delivery": {
    event: "order.failed_delivery",
    timestamp: "2026-11-21T04:20:00.000Z",
    data: { ...order, status: "failed_delivery", sub_status: "not_home", description: "Nobody at the address" },
  },
  "order.exception": {
    event: "order.exception",
    timestamp: "2026-11-21T03:00:00.000Z",
    data: { ...order, status: "exception", description: "Held by customs" },
  },
  "order.cancelled": {
    event: "order.cancelled",
    timestamp: "2026-11-20T03:15:00.000Z",
    data: { ...order, status: "cancelled" },
  },
  "order.confirmed": {
    event: "order.confirmed",
    timestamp: "2026-11-20T02:35:00.000Z",
    data: { ...order, ...pending },
  },
  "order.updated": {
    event: "order.updated",
    timestamp: "2026-11-20T02:40:00.000Z",
    data: { ...order, ...pending },
  },
  "pickpack.confirmed": {
    event: "pickpack.confirmed",
    timestamp: "2026-11-20T03:00:00.000Z",
    data: { ...order, ...pending, pickpack_status: "PICKPACK_CONFIRMED" },
  },
  "pickpack.short": {
    event: "pickpack.short",
    timestamp: "2026-11-20T04:10:00.000Z",
    data: {
      ...order,
      ...pending,
      pickpack_status: "PICKPACK_READY_TO_SHIPMENT",
      short_list: [
        { sku: "TEA-02", name: "Oolong tea", ordered: "3", packed: "2", reason: "DAMAGED", note: "Tin dented" },
      ],
    },
  },
  "pickpack.ready": {
    event: "pickpack.ready",
    timestamp: "2026-11-20T04:10:00.000Z",
    data: { ...order, ...pending, pickpack_status: "PICKPACK_READY_TO_SHIPMENT" },
  },
  "pickpack.rejected": {
    event: "pickpack.rejected",
    timestamp: "2026-11-20T03:10:00.000Z",
    data: {
      ...order,
      ...pending,
      status: "cancelled",
      pickpack_status: "PICKPACK_REJECTED",
      reject_type: "OUT_OF_STOCK",
      reject_reason: null,
    },
  },
  "stock.low": {
    event: "stock.low",
    timestamp: "2026-11-20T03:00:00.000Z",
    data: {
      product_id: "pr_4f1c9d7a2b6e8c5d31",
      sku: "TEA-02",
      name: "Oolong tea",
      available: "5",
      low_stock_mark: "5",
    },
  },
};
