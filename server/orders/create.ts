import { addDays, hongKongDate, startOfHongKongDay } from "@/lib/calendar";
import { createOrder as createContract, type OrderInput, type OrderResult } from "@/lib/contracts/order";
import { catalogue, consignmentOfOrder } from "@/server/carriers";
import { type AccountContext, actorOf, scopeOf, withTransaction } from "@/server/context";
import { effects } from "@/server/effects";
import { keyHolder, usedKeyError } from "@/server/idempotency";
import { judgedBy } from "@/server/verb";
import { makeEvent } from "@/server/webhooks";
import { withFreshNumbers } from "./attempts";
import { accountRules } from "./judge";
import { newOrderId, newTrackingNumber } from "./numbers";
import { presentResult } from "./present";
import { agreedPrice } from "./pricing";
import { insertOrder, type NewOrder, type TrackingNumbers } from "./store";

/** New tracking numbers, one for each parcel. */
export function trackingNumbers(ctx: Pick<AccountContext, "environment">, parcels: number): string[] {
  return Array.from({ length: parcels }, () => newTrackingNumber(ctx.environment));
}

/** The end of the last day within the service's promised delivery time. */
export function estimate(confirmedAt: Date, maxDays: number): Date {
  return new Date(startOfHongKongDay(addDays(hongKongDate(confirmedAt), maxDays + 1)).getTime() - 1000);
}

/** An order alone is one statement; if other modules act on it, a transaction. */
function insertAnnounced(ctx: AccountContext, order: NewOrder, provider: string): Promise<boolean> {
  const scope = scopeOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    if (!(await insertOrder(tx, scope, order))) return false;
    await effects.confirmed(tx, scope, { id: order.id, provider, at: order.createdAt, actor: actorOf(ctx) });
    return true;
  });
}

/**
 * Prices and writes an order for an operation and claims its idempotency key; `input` has passed the operation's rules,
 * which are not asked again. `at` is the creation time of an order with a past, otherwise now.
 */
export async function writeOrder(
  ctx: AccountContext,
  input: OrderInput,
  operation: string,
  at?: Date,
): Promise<OrderResult> {
  const provider = input.shipping_provider;
  const price = await agreedPrice(ctx, await catalogue(ctx), {
    provider,
    consignment: consignmentOfOrder(input),
    quoteId: input.quote_id,
  });
  const scope = scopeOf(ctx);
  const confirmed = input.confirm_shipment === "Y";
  const idempotency = ctx.idempotencyKey === null ? null : { operation, key: ctx.idempotencyKey };
  const status = confirmed ? "READY_TO_SHIP" : "PENDING_CONFIRM";

  return withFreshNumbers(ctx.db, async () => {
    const { id, createdAt } = newOrderId(at);
    const numbers: TrackingNumbers = confirmed ? trackingNumbers(ctx, input.shipment_detail.parcel_list.length) : null;
    const trackingNumber = numbers?.[0] ?? null;
    const order: NewOrder = {
      id,
      createdAt,
      input,
      status,
      numbers,
      price,
      estimatedDelivery: confirmed ? estimate(createdAt, price.maxDays) : null,
      event: makeEvent("order.created", createdAt, { id, trackingNumber }),
      source: at === undefined && ctx.actor.kind === "person" ? "dashboard" : "api",
      idempotency,
    };
    const written =
      confirmed && ctx.account.pickPack
        ? await insertAnnounced(ctx, order, provider)
        : await insertOrder(ctx.db, scope, order);
    if (!written && idempotency) {
      const made = await keyHolder(ctx.db, scope, operation, idempotency.key);
      throw usedKeyError(idempotency.key, { order_id: made ?? id });
    }
    return presentResult({
      id,
      ship_type: input.ship_type,
      status,
      quote_price: price.price,
      tracking_number: trackingNumber,
      client_remarks: input.client_remarks || null,
      created_at: createdAt,
    });
  });
}

/**
 * Creates an order, confirmed if the client says so.
 * @throws ApiError 400470, 400471; idempotency_key_exists with the id of the order that the key created
 */
export const createOrder = judgedBy(accountRules, (ctx: AccountContext, input: OrderInput) =>
  writeOrder(ctx, input, createContract.id),
);

/** Creates an order with an earlier date. For demonstration data, whose orders have a past. */
export function createPastOrder(ctx: AccountContext, input: OrderInput, at: Date): Promise<OrderResult> {
  return writeOrder(ctx, input, createContract.id, at);
}
