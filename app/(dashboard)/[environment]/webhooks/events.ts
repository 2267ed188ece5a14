import type { EventWord } from "@/lib/event-words";

// The types of lib/order-status.ts without its schemas (50 kB); leaving one out is an error of types.
const WORDS: Record<EventWord, true> = {
  created: true,
  picked_up: true,
  in_transit: true,
  out_for_delivery: true,
  delivered: true,
  failed_delivery: true,
  exception: true,
  cancelled: true,
};

/** Every event type, in the order of the specification (§6.1). */
export const EVENTS = (Object.keys(WORDS) as EventWord[]).map((word) => `order.${word}` as const);
