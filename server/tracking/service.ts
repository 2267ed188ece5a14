import { sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type { OrderRecord } from "@/lib/contracts/order";
import type { recordScan as recordContract, Scan, simulateScan as simulateContract } from "@/lib/contracts/tracking";
import type { TrackingView } from "@/lib/contracts/tracking-parts";
import { invalid, notFound, type Problem } from "@/lib/errors";
import { canMove, isForward, type OrderStatus, TRACKING_EVENTS, type TrackingEvent } from "@/lib/orders/status";
import { recordChange, recordRead, withinReach } from "@/server/accounts";
import { catalogue, presentSuspended } from "@/server/carriers";
import { type AccountContext, type Context, scopeOf } from "@/server/context";
import { type Scope, scoped } from "@/server/db/scoped";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import { effects } from "@/server/effects";
import { auditedOrder, findOrder, moveOrder, type OrderRow, presentRecord, type StoredOrder } from "@/server/orders";
import { type EventData, makeEvent } from "@/server/webhooks";
import { findByNumber, findScans, insertScan } from "./queries";
import { viewOf } from "./view";

/** The timeline of an order that is already loaded. */
async function trackingOf(ctx: AccountContext, order: OrderRow): Promise<TrackingView> {
  return viewOf(order, await findScans(ctx.db, scopeOf(ctx), order.id));
}

/** The full record of an order with its timeline (contract §13.15). */
export async function presentOrder(ctx: AccountContext, order: StoredOrder): Promise<OrderRecord> {
  const [tracking, carriers] = [await trackingOf(ctx, order), await catalogue(ctx)];
  const { shipping_provider: provider } = order;
  return presentRecord(order, tracking, carriers.nameOf(provider), presentSuspended(carriers, provider));
}

/** The timeline by order id. @throws ApiError NOT_FOUND */
export async function readTracking(ctx: AccountContext, input: { order_id: string }): Promise<TrackingView> {
  const order = await findOrder(ctx.db, scopeOf(ctx), input.order_id);
  if (!order) throw notFound();
  return trackingOf(ctx, order);
}

async function locate(ctx: Context, number: string): Promise<{ scope: Scope; order: OrderRow }> {
  const found = await findByNumber(ctx.db, ctx.environment, withinReach(ctx, "account_id"), number);
  if (!found) throw notFound();
  const scope: Scope = { accountId: found.accountId, environment: ctx.environment };
  const order = await findOrder(ctx.db, scope, found.orderId);
  if (!order) throw notFound();
  return { scope, order };
}

/** The pipeline audits staff who name an account; here the tracking number names it. */
const isAuditedHere = ({ account, actor }: Context) => !account && actor.role !== "carrier";

/** What the audit log says of the order of a parcel (contract §20.1). */
export async function auditedParcel(ctx: AccountContext, number: string): Promise<Record<string, unknown>> {
  const found = await findByNumber(ctx.db, ctx.environment, withinReach(ctx, "account_id"), number);
  return found ? auditedOrder(ctx.db, scopeOf(ctx), found.orderId) : {};
}

/** The timeline by the tracking number of the order or of one of its parcels. @throws ApiError NOT_FOUND */
export async function readTrackingByNumber(ctx: Context, input: { tracking_number: string }): Promise<TrackingView> {
  const { scope, order } = await locate(ctx, input.tracking_number);
  if (isAuditedHere(ctx)) await recordRead(ctx, [scope.accountId], "readTrackingByNumber", order.id);
  return viewOf(order, await findScans(ctx.db, scope, order.id));
}

/** What a scan says of the order's people goes no further once their data is erased (contract §20.4). */
function withoutPeople({
  location,
  description: _words,
  delivered_to: _who,
  proof_of_delivery_url: _proof,
  ...rest
}: EventData): EventData {
  return location?.country ? { ...rest, location: { country: location.country } } : rest;
}

function eventData(scan: Omit<Scan, "event" | "occurred_at">): EventData {
  const given = {
    location: scan.location && Object.values(scan.location).some(Boolean) ? scan.location : undefined,
    description: scan.description || undefined,
    sub_status: scan.sub_status,
    estimated_delivery: scan.estimated_delivery && new Date(scan.estimated_delivery).toISOString(),
    delivered_to: scan.delivered_to || undefined,
    signature_required: scan.signature_required,
    proof_of_delivery_url: scan.proof_of_delivery_url,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

type ScanResult = "MOVED" | "HISTORY" | "DUPLICATE";

/**
 * Applies a scan to an order in one transaction: history, state, counts, event. The order's row is locked first.
 * `scannedAt` null: now, by the database's clock, which all instances share.
 */
async function applyScan(
  db: Db,
  scope: Scope,
  orderId: string,
  event: TrackingEvent,
  scannedAt: Date | null,
  scan: Omit<Scan, "event" | "occurred_at">,
  judge: (order: OrderRow) => "MOVED" | "HISTORY",
  source: string,
): Promise<ScanResult> {
  return withTransaction(db, async (tx) => {
    const locked = await scoped(tx, scope)
      .selectFrom("orders")
      .select(sql<Date>`date_trunc('milliseconds', clock_timestamp())`.as("now"))
      .where("id", "=", orderId)
      .forUpdate()
      .executeTakeFirst();
    const order = locked && (await findOrder(tx, scope, orderId));
    if (!order) throw notFound();
    const occurredAt = scannedAt ?? locked.now;
    const result = judge(order);
    if (result === "HISTORY" && (await isRepeatOfOnce(tx, scope, order, event))) return "DUPLICATE";
    const data = order.erased_at ? withoutPeople(eventData(scan)) : eventData(scan);
    const written = await insertScan(tx, scope, {
      order_id: orderId,
      event,
      occurred_at: occurredAt,
      moved: result === "MOVED",
      source,
      sub_status: data.sub_status ?? null,
      description: data.description ?? null,
      location: data.location ?? null,
      details: data,
    });
    if (!written) return "DUPLICATE";
    if (result === "MOVED") await followScan(tx, scope, order, event, occurredAt, data, source);
    return result;
  });
}

/** Whether the scan repeats a once-only event that the order already has. */
async function isRepeatOfOnce(db: Db, scope: Scope, order: OrderRow, event: TrackingEvent): Promise<boolean> {
  if (!ONCE.includes(event)) return false;
  if (event === "order.created") return true;
  if (event === "order.cancelled" && order.status === "CANCELLED") return true;
  return (await findScans(db, scope, order.id)).some((scan) => scan.event === event);
}

/**
 * Events of a parcel on its way include the expected delivery, no matter who set it; a cancelled one has none (contract
 * §4.4).
 */
function announcedData({ estimated_delivery: known }: OrderRow, event: TrackingEvent, data: EventData): EventData {
  if (event === "order.cancelled") return { ...data, estimated_delivery: undefined };
  const isOnItsWay = event === "order.in_transit" || event === "order.out_for_delivery";
  return isOnItsWay && known ? { estimated_delivery: known.toISOString(), ...data } : data;
}

/**
 * Moves an order as a scan says. A step forward may be dated before the scan that it overtakes; `moved_at` never goes
 * back.
 */
async function followScan(
  tx: Tx,
  scope: Scope,
  order: OrderRow,
  event: TrackingEvent,
  at: Date,
  data: EventData,
  actor: string,
): Promise<void> {
  const status: OrderStatus = TRACKING_EVENTS[event].status;
  const about = { id: order.id, trackingNumber: order.tracking_number };
  await moveOrder(tx, scope, order, {
    status,
    at,
    actor,
    event: makeEvent(event, at, about, announcedData(order, event, data)),
    columns: {
      moved_at: order.moved_at && order.moved_at > at ? order.moved_at : at,
      ...(data.estimated_delivery ? { estimated_delivery: new Date(data.estimated_delivery) } : {}),
      ...(status === "CANCELLED" ? { cancel_reason: order.cancel_reason ?? "OTHER" } : {}),
    },
  });
}

async function resultOf(
  db: Db,
  scope: Scope,
  orderId: string,
  result: ScanResult,
): Promise<DataOf<typeof recordContract>> {
  const order = await findOrder(db, scope, orderId);
  if (!order) throw notFound();
  return { ...viewOf(order, await findScans(db, scope, orderId)), result };
}

/** Records a carrier's scan by tracking number (contract §13.13). @throws ApiError NOT_FOUND, 400460 */
export async function recordScan(
  ctx: Context,
  input: InputOf<typeof recordContract>,
): Promise<DataOf<typeof recordContract>> {
  const { scope, order } = await locate(ctx, input.tracking_number);
  const event = input.event as TrackingEvent;
  const occurredAt = new Date(input.occurred_at);
  const source = `${ctx.actor.role}:${ctx.actor.id}`;
  const isByHand = ctx.actor.kind === "person";
  const apply = (tx: Tx) => async () => {
    const result = await applyScan(
      tx,
      scope,
      order.id,
      event,
      occurredAt,
      input,
      (current) => judgeScan({ status: current.status, movedAt: current.moved_at }, event, occurredAt),
      source,
    );
    if (isByHand && result !== "DUPLICATE")
      await effects.handled(tx, ctx, scope, { orderId: order.id, kind: "scanned", reason: input.description ?? "" });
    return resultOf(tx, scope, order.id, result);
  };
  return withTransaction(ctx.db, (tx) => {
    if (!isAuditedHere(ctx)) return apply(tx)();
    const act = { operation: "recordScan", objectId: order.id };
    const read = () => auditedOrder(tx, scope, order.id);
    return recordChange({ ...ctx, db: tx }, scope.accountId, act, { read }, apply(tx));
  });
}

/**
 * Moves a testing order as a carrier would, now, strictly by the table of moves (contract §13.13).
 * @throws ApiError NOT_FOUND, 400460
 */
export async function simulateScan(
  ctx: AccountContext,
  input: InputOf<typeof simulateContract>,
): Promise<DataOf<typeof simulateContract>> {
  const scope = scopeOf(ctx);
  const event = input.event as TrackingEvent;
  const to = TRACKING_EVENTS[event].status;
  const result = await applyScan(
    ctx.db,
    scope,
    input.order_id,
    event,
    null,
    input,
    (order) => {
      if (canMove(order.status, to) && event !== "order.created") return "MOVED";
      const problem: Problem = {
        path: ["event"],
        key: "trackingMove",
        params: { status: order.status, event },
        reason: "TRACKING_EVENT_INVALID",
      };
      throw invalid(problem);
    },
    "simulation",
  );
  return resultOf(ctx.db, scope, input.order_id, result);
}

/**
 * What a carrier's scan does to an order: moves it, or only joins the history (contract §13.3). A step forward counts
 * whenever it was scanned. A repeat or a step back counts only if it is newer than every scan that has moved the order,
 * so that a late scan never moves it back.
 */
function judgeScan(
  order: { status: OrderStatus; movedAt: Date | null },
  event: TrackingEvent,
  occurredAt: Date,
): "MOVED" | "HISTORY" {
  const to = TRACKING_EVENTS[event].status;
  if (isForward(order.status, to)) return "MOVED";
  if (order.status === "CANCELLED" || !canMove(order.status, to)) return "HISTORY";
  return order.movedAt === null || occurredAt >= order.movedAt ? "MOVED" : "HISTORY";
}

/** Events that occur once per order; a second one says nothing new. */
const ONCE: readonly TrackingEvent[] = ["order.created", "order.picked_up", "order.delivered", "order.cancelled"];
