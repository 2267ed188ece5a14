import { z } from "zod";
import { TRACKING_EVENTS, type TrackingEvent } from "@/lib/order-status";

/** What `data` of an event may hold beside its order and status (specification §6.2); absent fields are left out. */
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

/** The body of a delivery for each event type (specification §6.1, §6.2). */
export const EVENT_PAYLOADS = {
  "order.created": payload("order.created", "OrderCreatedEvent", {}),
  "order.picked_up": payload("order.picked_up", "OrderPickedUpEvent", shape),
  "order.in_transit": payload("order.in_transit", "OrderInTransitEvent", shape),
  "order.out_for_delivery": payload("order.out_for_delivery", "OrderOutForDeliveryEvent", shape),
  "order.delivered": payload("order.delivered", "OrderDeliveredEvent", shape),
  "order.failed_delivery": payload("order.failed_delivery", "OrderFailedDeliveryEvent", shape),
  "order.exception": payload("order.exception", "OrderExceptionEvent", shape),
  "order.cancelled": payload("order.cancelled", "OrderCancelledEvent", shape),
} as const satisfies Record<TrackingEvent, z.ZodType>;

/** When each event fires (specification §6.1, decisions §8.9). */
export const EVENT_MEANINGS: Record<TrackingEvent, string> = {
  "order.created": "An order is created, saved or confirmed.",
  "order.picked_up": "The carrier picks the parcel up.",
  "order.in_transit": "The parcel moves between facilities. May come several times.",
  "order.out_for_delivery": "The parcel is out for delivery.",
  "order.delivered": "The parcel is delivered.",
  "order.failed_delivery": "An attempt to deliver fails. May come several times.",
  "order.exception": "Something unforeseen: customs delay, damage, loss, return. May come several times.",
  "order.cancelled": "The order is cancelled.",
};

const order = { order_id: "217123456789012", tracking_number: "SP72158830462" };

/** An example of each payload, for the document. */
export const EVENT_EXAMPLES: { [E in TrackingEvent]: z.infer<(typeof EVENT_PAYLOADS)[E]> } = {
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
};
