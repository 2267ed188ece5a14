import type { TrackingEvent } from "@/lib/orders/status";
import { type EventName, type EventWord, OPT_IN_EVENTS } from "@/lib/webhooks/event-names";

// The types of lib/orders/status.ts without its schemas (50 kB); leaving one out is a type error.
const WORDS: Record<EventWord<TrackingEvent>, true> = {
  created: true,
  picked_up: true,
  in_transit: true,
  out_for_delivery: true,
  delivered: true,
  failed_delivery: true,
  exception: true,
  cancelled: true,
};

/** The event types of tracking, in the order of contract §15.9. */
export const TRACKED = (Object.keys(WORDS) as EventWord<TrackingEvent>[]).map((word) => `order.${word}` as const);

/** Every event type. */
export const EVENTS: readonly EventName[] = [...TRACKED, ...OPT_IN_EVENTS];

/** Whether all tracking events are among them. */
export function tracksAll(events: readonly EventName[]): boolean {
  return TRACKED.every((event) => events.includes(event));
}
