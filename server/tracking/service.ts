import { sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type { OrderRecord } from "@/lib/contracts/order";
import type { recordScan as recordContract, Scan, simulateScan as simulateContract } from "@/lib/contracts/tracking";
import type { TrackingView } from "@/lib/contracts/tracking-parts";
import { invalid, notFound, type Problem } from "@/lib/errors";
import { canMove, type OrderStatus, TRACKING_EVENTS, type TrackingEvent } from "@/lib/order-status";
import { recordAudit, recordLook } from "@/server/accounts";
import { catalogue } from "@/server/carriers";
import { type AccountContext, type Db, type Scope, scopeOf, type Tx, withTransaction } from "@/server/context";
import { effects } from "@/server/effects";
import { countMove, findOrder, type OrderRow, presentRecord, type StoredOrder } from "@/server/orders";
import { type EventData, makeEvent, recordEvent } from "@/server/webhooks";
import { findByNumber, findScans, insertScan } from "./queries";
import { judgeScan, ONCE } from "./rules";
import { viewOf } from "./view";

/** The timeline of an order that was read already. */
export async function trackingOf(ctx: AccountContext, order: OrderRow): Promise<TrackingView> {
  return viewOf(order, await findScans(ctx.db, scopeOf(ctx), order.id));
}

/** The full record of an order with its timeline (decisions §7). */
export async function presentOrder(ctx: AccountContext, order: StoredOrder): Promise<OrderRecord> {
  const [tracking, carriers] = [await trackingOf(ctx, order), await catalogue(ctx)];
  return presentRecord(order, tracking, carriers.nameOf(order.shipping_provider));
}

/** The timeline by order id. @throws ApiError NOT_FOUND */
export async function readTracking(ctx: AccountContext, input: { order_id: string }): Promise<TrackingView> {
  const order = await findOrder(ctx.db, scopeOf(ctx), input.order_id);
  if (!order) throw notFound();
  return trackingOf(ctx, order);
}

/** The accounts in which a caller may find a number: their own, or every one for the platform's clients and staff. */
function reachOf(ctx: AccountContext): string | null {
  return ctx.account?.id ?? null;
}

async function locate(
  ctx: AccountContext,
  operation: "readTrackingByNumber" | "recordScan",
  number: string,
): Promise<{ scope: Scope; order: OrderRow }> {
  const found = await findByNumber(ctx.db, ctx.environment, reachOf(ctx), number);
  if (!found) throw notFound();
  const scope: Scope = { accountId: found.accountId, environment: ctx.environment };
  const order = await findOrder(ctx.db, scope, found.orderId);
  if (!order) throw notFound();
  // The pipeline audits staff who name an account; here the number has named it.
  if (!ctx.account && ctx.actor.role !== "carrier") {
    if (operation === "recordScan") await recordAudit(ctx, operation, order.id, scope.accountId);
    else await recordLook(ctx, operation, order.id, [scope.accountId]);
  }
  return { scope, order };
}

/** The timeline by the tracking number of the order or of one of its parcels. @throws ApiError NOT_FOUND */
export async function readTrackingByNumber(
  ctx: AccountContext,
  input: { tracking_number: string },
): Promise<TrackingView> {
  const { scope, order } = await locate(ctx, "readTrackingByNumber", input.tracking_number);
  return viewOf(order, await findScans(ctx.db, scope, order.id));
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
    const locked = await tx
      .selectFrom("orders")
      .select(sql<Date>`date_trunc('milliseconds', clock_timestamp())`.as("now"))
      .where("account_id", "=", scope.accountId)
      .where("environment", "=", scope.environment)
      .where("id", "=", orderId)
      .forUpdate()
      .executeTakeFirst();
    const order = locked && (await findOrder(tx, scope, orderId));
    if (!order) throw notFound();
    const occurredAt = scannedAt ?? locked.now;
    const result = judge(order);
    if (result === "HISTORY" && (await isRepeatOfOnce(tx, scope, order, event))) return "DUPLICATE";
    const data = eventData(scan);
    const written = await insertScan(tx, scope, orderId, {
      event,
      occurredAt,
      moved: result === "MOVED",
      source,
      subStatus: data.sub_status ?? null,
      description: data.description ?? null,
      location: data.location ?? null,
      details: data,
    });
    if (!written) return "DUPLICATE";
    if (result === "MOVED") await moveOrder(tx, scope, order, event, occurredAt, data, source);
    return result;
  });
}

/** Whether the scan repeats what an order has only once and is told already. */
async function isRepeatOfOnce(db: Db, scope: Scope, order: OrderRow, event: TrackingEvent): Promise<boolean> {
  if (!ONCE.includes(event)) return false;
  if (event === "order.created") return true;
  if (event === "order.cancelled" && order.status === "CANCELLED") return true;
  return (await findScans(db, scope, order.id)).some((scan) => scan.event === event);
}

async function moveOrder(
  db: Tx,
  scope: Scope,
  order: OrderRow,
  event: TrackingEvent,
  at: Date,
  data: EventData,
  actor: string,
): Promise<void> {
  const status: OrderStatus = TRACKING_EVENTS[event].status;
  await db
    .updateTable("orders")
    .set({
      status,
      // A step forward may be dated before the scan that it overtakes; what is late stays late.
      moved_at: order.moved_at && order.moved_at > at ? order.moved_at : at,
      updated_at: new Date(),
      revision: order.revision + 1,
      ...(data.estimated_delivery ? { estimated_delivery: new Date(data.estimated_delivery) } : {}),
      ...(status === "CANCELLED" ? { cancel_reason: order.cancel_reason ?? "OTHER" } : {}),
    })
    .where("account_id", "=", scope.accountId)
    .where("environment", "=", scope.environment)
    .where("id", "=", order.id)
    .execute();
  const provider = order.shipping_provider;
  await countMove(db, scope, { status: order.status, provider }, { status, provider });
  await recordEvent(
    db,
    scope,
    order.id,
    makeEvent(event, at, { id: order.id, trackingNumber: order.tracking_number }, data),
  );
  const announced = { id: order.id, at, actor };
  if (status === "CANCELLED") await effects.cancelled(db, scope, announced);
  else if (order.status === "READY_TO_SHIP") await effects.collected(db, scope, announced);
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

/** Records a carrier's scan by tracking number (decisions §7). @throws ApiError NOT_FOUND, 400460 */
export async function recordScan(
  ctx: AccountContext,
  input: InputOf<typeof recordContract>,
): Promise<DataOf<typeof recordContract>> {
  const { scope, order } = await locate(ctx, "recordScan", input.tracking_number);
  const event = input.event as TrackingEvent;
  const occurredAt = new Date(input.occurred_at);
  const source = `${ctx.actor.role}:${ctx.actor.id}`;
  const result = await applyScan(
    ctx.db,
    scope,
    order.id,
    event,
    occurredAt,
    input,
    (current) => judgeScan({ status: current.status, movedAt: current.moved_at }, event, occurredAt),
    source,
  );
  return resultOf(ctx.db, scope, order.id, result);
}

/**
 * Moves a testing order as a carrier would, now; strictly by the table of moves (decisions §7).
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
