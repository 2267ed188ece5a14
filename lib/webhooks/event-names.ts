import type { TrackingEvent } from "@/lib/orders/status";

/** Events that endpoints and lists get only if they name them (contract §6.1). */
export const OPT_IN_EVENTS = [
  "order.confirmed",
  "order.updated",
  "pickpack.confirmed",
  "pickpack.short",
  "pickpack.ready",
  "pickpack.rejected",
  "stock.low",
] as const;
export type OptInEvent = (typeof OPT_IN_EVENTS)[number];

/** Every event type. */
export type EventName = TrackingEvent | OptInEvent;

type Word<Event extends string> = Event extends `order.${infer Rest}`
  ? Rest
  : Event extends `${infer Kind}.${infer Rest}`
    ? `${Kind}_${Rest}`
    : never;
/** The key of an event's messages: `order.picked_up` → `picked_up`, `stock.low` → `stock_low`. */
export type EventWord<Event extends EventName = EventName> = Word<Event>;

/** The key of an event's messages under `webhooks.events`; of a tracking event also under `orderPage.tracking.events`. */
export function wordOf<Event extends EventName>(event: Event): EventWord<Event> {
  return event.replace("order.", "").replace(".", "_") as EventWord<Event>;
}
