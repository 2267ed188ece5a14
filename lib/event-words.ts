import type { TrackingEvent } from "@/lib/order-status";

type Word<Event extends string> = Event extends `order.${infer Rest}` ? Rest : never;
/** The key of an event's words: `order.picked_up` → `picked_up`. */
export type EventWord = Word<TrackingEvent>;

/** The key of an event's words under `orderPage.tracking.events`. */
export function wordOf(event: string): EventWord {
  return event.replace("order.", "") as EventWord;
}
