import { addDays, hongKongDate, startOfHongKongDay } from "@/lib/calendar";
import { createOrder as createContract, type OrderInput, type OrderResult } from "@/lib/contracts/order";
import { type Catalogue, catalogue, consignmentOfOrder } from "@/server/carriers";
import { type AccountContext, actorOf, scopeOf } from "@/server/context";
import { withTransaction } from "@/server/db/transaction";
import { effects } from "@/server/effects";
import { withRules } from "@/server/handler";
import { keyHolder, usedKeyError } from "@/server/idempotency";
import { makeEvent } from "@/server/webhooks";
import { presentResult } from "../present";
import { filledByRules, type Ruled, ruledBy } from "../rules/apply";
import { insertOrders, type NewOrder, type TrackingNumbers } from "../store";
import { withFreshNumbers } from "./attempts";
import { accountRules } from "./judge";
import { newOrderId, newTrackingNumber } from "./numbers";
import { agreedPrice } from "./pricing";

/** New tracking numbers, one for each parcel. */
export function trackingNumbers(ctx: Pick<AccountContext, "environment">, parcels: number): string[] {
  return Array.from({ length: parcels }, () => newTrackingNumber(ctx.environment));
}

/** The end of the last day within the service's promised delivery time. */
export function estimate(confirmedAt: Date, maxDays: number): Date {
  return new Date(startOfHongKongDay(addDays(hongKongDate(confirmedAt), maxDays + 1)).getTime() - 1000);
}

/** Orders by themselves are one statement; if their confirmation concerns another module, it is a transaction. */
async function insertAnnounced(ctx: AccountContext, orders: readonly NewOrder[]): Promise<ReadonlySet<string>> {
  const scope = scopeOf(ctx);
  const confirmed = orders
    .filter(({ status }) => status === "READY_TO_SHIP")
    .map(({ id, input, createdAt: at }) => {
      return { id, provider: input.shipping_provider, at, actor: actorOf(ctx), account: ctx.account };
    });
  if (!confirmed.some(effects.concerns)) return insertOrders(ctx.db, scope, orders);
  return withTransaction(ctx.db, async (tx) => {
    const written = await insertOrders(tx, scope, orders);
    const announced = confirmed.filter(({ id }) => written.has(id));
    if (announced.length) await effects.confirmed(tx, scope, announced);
    return written;
  });
}

/** How the caller's orders come in: typed by a person, or sent by a program. */
export function sourceOf({ actor }: Pick<AccountContext, "actor">): "dashboard" | "api" {
  return actor.kind === "person" ? "dashboard" : "api";
}

/** An order that its rules have let through, with its price and what the account's rules for new orders did to it. */
export type PricedOrder = { input: OrderInput; price: Awaited<ReturnType<typeof agreedPrice>>; ruled: Ruled };

/** The price of an order by these carriers. @throws ApiError as `agreedPrice` */
export async function pricedOrder(
  ctx: AccountContext,
  carriers: Catalogue,
  input: OrderInput,
  ruled: Ruled,
): Promise<PricedOrder> {
  const provider = input.shipping_provider;
  const price = await agreedPrice(ctx, carriers, {
    provider,
    consignment: consignmentOfOrder(input),
    quoteId: input.quote_id,
  });
  return { input, price, ruled };
}

type How = Pick<NewOrder, "source" | "idempotency">;

function newOrder(ctx: AccountContext, { input, price, ruled }: PricedOrder, how: How): NewOrder {
  const isConfirmed = input.confirm_shipment === "Y";
  const { id, createdAt } = newOrderId(ctx.now);
  const numbers: TrackingNumbers = isConfirmed ? trackingNumbers(ctx, input.shipment_detail.parcel_list.length) : null;
  return {
    id,
    createdAt,
    input,
    status: isConfirmed ? "READY_TO_SHIP" : "PENDING_CONFIRM",
    numbers,
    price,
    estimatedDelivery: isConfirmed ? estimate(createdAt, price.maxDays) : null,
    ruled,
    event: makeEvent("order.created", createdAt, { id, trackingNumber: numbers?.[0] ?? null }),
    ...how,
  };
}

function resultOf({ id, createdAt, input, status, numbers, price }: NewOrder): OrderResult {
  return presentResult({
    id,
    ship_type: input.ship_type,
    status,
    quote_price: price.price,
    tracking_number: numbers?.[0] ?? null,
    client_remarks: input.client_remarks || null,
    created_at: createdAt,
  });
}

/** Numbers and writes orders together. `isWritten` is false for one whose key is used. */
function write(ctx: AccountContext, orders: readonly PricedOrder[], how: How) {
  return withFreshNumbers(ctx.db, async () => {
    const numbered = orders.map((order) => newOrder(ctx, order, how));
    const written = await insertAnnounced(ctx, numbered);
    return numbered.map((order) => ({ isWritten: written.has(order.id), result: resultOf(order) }));
  });
}

/**
 * Prices and writes an order for an operation and claims its idempotency key; `input` has passed the operation's rules,
 * which are not asked again.
 */
export async function writeOrder(
  ctx: AccountContext,
  input: OrderInput,
  { operation, source }: { operation: string; source: NewOrder["source"] },
): Promise<OrderResult> {
  const carriers = await catalogue(ctx);
  const order = await pricedOrder(ctx, carriers, input, await ruledBy(ctx, carriers, input, source));
  const key = ctx.idempotencyKey;
  const idempotency = key === null ? null : { operation, key };
  const [made] = await write(ctx, [order], { source, idempotency });
  if (!made) throw new Error("an order was not written");
  if (made.isWritten || key === null) return made.result;
  const holder = await keyHolder(ctx.db, scopeOf(ctx), operation, key);
  throw usedKeyError(key, { order_id: holder ?? made.result.order_id });
}

/** Numbers and writes a set of orders together (contract §38.3). Returns the result of each, in their order. */
export async function writeOrders(
  ctx: AccountContext,
  orders: readonly PricedOrder[],
  source: NewOrder["source"],
): Promise<OrderResult[]> {
  if (orders.length === 0) return [];
  return (await write(ctx, orders, { source, idempotency: null })).map(({ result }) => result);
}

/**
 * Creates an order, confirmed if the client says so.
 * @throws ApiError 400470, 400471; idempotency_key_exists with the id of the order that the key created
 */
export const createOrder = Object.assign(
  withRules(accountRules, (ctx: AccountContext, input: OrderInput) =>
    writeOrder(ctx, input, { operation: createContract.id, source: sourceOf(ctx) }),
  ),
  { fill: (ctx: AccountContext, body: unknown) => filledByRules(ctx, body, sourceOf(ctx)) },
);
