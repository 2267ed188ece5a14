import { randomUUID } from "node:crypto";
import { CompiledQuery } from "kysely";
import type { z } from "zod";
import type { DataOfEvent, eventDetails } from "@/lib/contracts/event";
import { type OrderStatus, overviewStatus, TRACKING_EVENTS, type TrackingEvent } from "@/lib/orders/status";
import type { EventName, OptInEvent } from "@/lib/webhooks/event-names";
import type { Scope } from "@/server/db/scoped";
import { type Db, onCommit } from "@/server/db/transaction";
import { processWide } from "@/server/process-wide";

/** The content of an event's `data` besides order and status (contract §15.4); missing fields are left out. */
export type EventData = z.infer<typeof eventDetails>;

/** An event as it is stored: its id and the exact body that receivers get. */
export type StoredEvent = { id: string; event: EventName; body: string };

const ids = processWide("event-ids", () => ({ latest: 0, sequence: 0 }));

/**
 * A new event id. It starts with the time, so that new rows go to the end of the index, then the sequence in this
 * millisecond.
 */
export function newEventId(): string {
  const now = Date.now();
  ids.sequence = now === ids.latest ? (ids.sequence + 1) % 0x10000 : 0;
  ids.latest = now;
  // Node keeps a pool of random bytes for these calls; asking the system for seven takes several times as long.
  const random = randomUUID();
  return `evt_${now.toString(36)}${ids.sequence.toString(16).padStart(4, "0")}${random.slice(0, 8)}${random.slice(-6)}`;
}

/** Fixes the bytes of an event. */
function fixEvent(event: EventName, at: Date, data: object): StoredEvent {
  return { id: newEventId(), event, body: JSON.stringify({ event, timestamp: at.toISOString(), data }) };
}

/** Creates a tracking event. */
export function makeEvent(
  event: TrackingEvent,
  at: Date,
  order: { id: string; trackingNumber: string | null },
  data: EventData = {},
): StoredEvent {
  const { word: status } = TRACKING_EVENTS[event];
  return fixEvent(event, at, { order_id: order.id, tracking_number: order.trackingNumber, status, ...data });
}

/** The id of the delivery of an event to an endpoint: one for each pair. */
export function deliveryId(eventId: string, endpointId: string): string {
  return `dl_${eventId.slice(4)}_${endpointId.slice(3)}`;
}

/**
 * The parts of a statement that write events and their deliveries, one for each subscribed endpoint, in the same
 * transaction (contract §15.3). The deliveries' ids are those of {@link deliveryId}. `source` provides event_id,
 * account_id, environment, order_id, event and body; `to_deliver` has the endpoint_id of each delivery.
 */
export function eventSql(source: string): string {
  return `
    announced as (
      insert into events (id, account_id, environment, order_id, event, body)
      select event_id, account_id, environment, order_id, event, body from (${source}) s
      returning id as event_id, account_id, environment, order_id, event
    ),
    to_deliver as (
      insert into webhook_deliveries
        (id, account_id, environment, endpoint_id, event_id, order_id, event, status, trigger, next_attempt_at, held_by)
      select 'dl_' || substr(s.event_id, 5) || '_' || substr(w.id, 4), s.account_id, s.environment, w.id, s.event_id, s.order_id, s.event,
        case w.status when 'enabled' then 'pending' else 'held' end, 'event', case w.status when 'enabled' then now() end,
        -- It may commit after somebody enabled the endpoint: see releaseLate.
        case w.status when 'disabled' then pg_current_xact_id() end
      from announced s
      join webhook_endpoints w on w.account_id = s.account_id and w.environment = s.environment
        and w.deleted_at is null and s.event = any (w.events)
      returning endpoint_id
    )`;
}

const RECORD = `
  with ${eventSql(`select $1::bigint as account_id, $2::text as environment, $3::bigint as order_id, $4::text as event_id,
    $5::text as event, $6::text as body`)}
  select endpoint_id from to_deliver`;

/**
 * Writes an event and its deliveries, in the transaction that changes its subject (contract §15.3). `orderId` null: no
 * order.
 */
export async function recordEvent(db: Db, scope: Scope, orderId: string | null, stored: StoredEvent): Promise<void> {
  const parameters = [scope.accountId, scope.environment, orderId, stored.id, stored.event, stored.body];
  const { rows } = await db.executeQuery<{ endpoint_id: string }>(CompiledQuery.raw(RECORD, parameters));
  announce(
    db,
    scope,
    rows.map(({ endpoint_id }) => endpoint_id),
  );
}

/** The columns of an order that its opt-in events contain: its row, after the change. */
type EventOrder = { id: string; status: OrderStatus; tracking_number: string | null; reference: string | null };
type OrderEvent = Exclude<OptInEvent, "stock.low">;
type OwnData<E extends OrderEvent> = Omit<DataOfEvent<E>, "order_id" | "tracking_number" | "status" | "reference">;

/** Creates an opt-in event of an order (contract §6.2); `own` is its data besides the order itself. */
export function makeOrderEvent<E extends OrderEvent>(
  event: E,
  { id, status, tracking_number, reference }: EventOrder,
  own: OwnData<E>,
): StoredEvent {
  const data = { order_id: id, tracking_number, status: overviewStatus(status), reference, ...own };
  return fixEvent(event, new Date(), data);
}

/** Announces an opt-in event of an order, in the transaction that changes the order. */
export function recordOrderEvent<E extends OrderEvent>(
  db: Db,
  scope: Scope,
  event: E,
  order: EventOrder,
  own: OwnData<E>,
): Promise<void> {
  return recordEvent(db, scope, order.id, makeOrderEvent(event, order, own));
}

/**
 * Announces that a product's available units fell to its low-stock mark (contract §6.3), in the transaction that moved
 * them.
 */
export function recordStockLow(db: Db, scope: Scope, data: DataOfEvent<"stock.low">): Promise<void> {
  return recordEvent(db, scope, null, fixEvent("stock.low", new Date(), data));
}

/** Called for each event that this process has committed; the work may already be done by then. */
export type Listener = (scope: Scope, endpointIds: readonly string[]) => void;

const listeners = processWide("event-listeners", () => new Set<Listener>());

/**
 * Registers a listener for events of this process; those of other processes are found by polling. Returns a function
 * that removes it.
 */
export function onEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Wakes the listeners of events, once `db` has committed them. */
export function announce(db: Db, scope: Scope, endpointIds: readonly string[]): void {
  onCommit(db, () => wakeListeners(scope, endpointIds));
}

/** Wakes listeners in this process that wait for events of this account. */
export function wakeListeners(scope: Scope, endpointIds: readonly string[]): void {
  for (const listener of listeners) listener(scope, endpointIds);
}
