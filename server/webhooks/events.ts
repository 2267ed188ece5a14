import { randomBytes } from "node:crypto";
import { CompiledQuery } from "kysely";
import type { z } from "zod";
import type { eventDetails } from "@/lib/contracts/event";
import { TRACKING_EVENTS, type TrackingEvent } from "@/lib/order-status";
import { type Db, onCommit, type Scope } from "@/server/context";

/** What `data` of an event holds beside its order and status (specification §6.2); absent fields are left out. */
export type EventData = z.infer<typeof eventDetails>;

/** An event as it is stored: its id and the exact body that receivers get. */
export type StoredEvent = { id: string; event: TrackingEvent; body: string };

/** A new event id. Its time comes first, so that new rows go to the end of the index. */
export function newEventId(): string {
  return `evt_${Date.now().toString(36)}${randomBytes(9).toString("hex")}`;
}

/** Makes an event; its bytes are fixed here. */
export function makeEvent(
  event: TrackingEvent,
  at: Date,
  order: { id: string; trackingNumber: string | null },
  data: EventData = {},
): StoredEvent {
  return {
    id: newEventId(),
    event,
    body: JSON.stringify({
      event,
      timestamp: at.toISOString(),
      data: { order_id: order.id, tracking_number: order.trackingNumber, status: TRACKING_EVENTS[event].word, ...data },
    }),
  };
}

/** The id of the delivery of an event to an endpoint: there is one for each pair. */
export function deliveryId(eventId: string, endpointId: string): string {
  return `dl_${eventId.slice(4)}_${endpointId.slice(3)}`;
}

/**
 * The statement part that makes the deliveries of events, one for each endpoint that subscribes, in the transaction
 * that writes them (decisions §8.3); their ids are those of {@link deliveryId}. `source` gives event_id, account_id,
 * environment, order_id and event.
 */
export function deliverySql(source: string): string {
  return `
    insert into webhook_deliveries
      (id, account_id, environment, endpoint_id, event_id, order_id, event, status, trigger, next_attempt_at, held_by)
    select 'dl_' || substr(s.event_id, 5) || '_' || substr(w.id, 4), s.account_id, s.environment, w.id, s.event_id, s.order_id, s.event,
      case w.status when 'enabled' then 'pending' else 'held' end, 'event', case w.status when 'enabled' then now() end,
      -- It may commit after somebody enabled the endpoint: see releaseLate.
      case w.status when 'disabled' then pg_current_xact_id() end
    from (${source}) s
    join webhook_endpoints w on w.account_id = s.account_id and w.environment = s.environment
      and w.deleted_at is null and s.event = any (w.events)
    returning endpoint_id`;
}

const RECORD = `
  with recorded as (
    insert into events (account_id, environment, order_id, id, event, body)
    values ($1::bigint, $2, $3::bigint, $4, $5, $6)
    returning id as event_id, account_id, environment, order_id, event
  )
  ${deliverySql("select * from recorded")}`;

/** Writes an event and its deliveries, in the transaction that changes the order (decisions §8.3). */
export async function recordEvent(db: Db, scope: Scope, orderId: string, stored: StoredEvent): Promise<void> {
  const parameters = [scope.accountId, scope.environment, orderId, stored.id, stored.event, stored.body];
  const { rows } = await db.executeQuery<{ endpoint_id: string }>(CompiledQuery.raw(RECORD, parameters));
  announce(
    db,
    scope,
    rows.map(({ endpoint_id }) => endpoint_id),
  );
}

/** Told of each event that this process has committed; it may be told of what is done already. */
export type Listener = (scope: Scope, endpointIds: readonly string[]) => void;

const LISTENERS = Symbol.for("sampan.webhooks.listeners");
// On globalThis: route handlers and the worker are separate bundles of one process.
const globals = globalThis as typeof globalThis & { [LISTENERS]?: Set<Listener> };

/** Listens to the events of this process; those of others are found by asking the database. Returns the way out. */
export function onEvent(listener: Listener): () => void {
  globals[LISTENERS] ??= new Set();
  const listeners = globals[LISTENERS];
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Wakes who waits for events, once `db` has committed them. */
export function announce(db: Db, scope: Scope, endpointIds: readonly string[]): void {
  onCommit(db, () => {
    for (const listener of globals[LISTENERS] ?? []) listener(scope, endpointIds);
  });
}
