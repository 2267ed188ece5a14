import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { z } from "zod";
import type { eventDetails } from "@/lib/contracts/event";
import { TRACKING_EVENTS, type TrackingEvent } from "@/lib/order-status";
import type { Db, Scope } from "@/server/context";

/** What `data` of an event holds beside its order and status (specification §6.2); absent fields are left out. */
export type EventData = z.infer<typeof eventDetails>;

/** An event as it is stored: its id and the exact body that receivers get. */
export type StoredEvent = { id: string; event: TrackingEvent; body: string };

/** Makes an event; its bytes are fixed here. */
export function makeEvent(
  event: TrackingEvent,
  at: Date,
  order: { id: string; trackingNumber: string | null },
  data: EventData = {},
): StoredEvent {
  return {
    // Time first, so that new rows go to the end of the index.
    id: `evt_${Date.now().toString(36)}${randomBytes(9).toString("hex")}`,
    event,
    body: JSON.stringify({
      event,
      timestamp: at.toISOString(),
      data: { order_id: order.id, tracking_number: order.trackingNumber, status: TRACKING_EVENTS[event].word, ...data },
    }),
  };
}

/** Writes an event to the outbox, in the transaction that changes the order (decisions §8.3). */
export async function recordEvent(db: Db, scope: Scope, orderId: string, stored: StoredEvent): Promise<void> {
  await sql`
    insert into events (id, account_id, environment, order_id, event, body)
    values (${stored.id}, ${scope.accountId}, ${scope.environment}, ${orderId}, ${stored.event}, ${stored.body})`.execute(
    db,
  );
}
