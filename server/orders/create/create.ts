import { addDays, hongKongDate, startOfHongKongDay } from "@/lib/calendar";
import { createOrder as createContract, type OrderInput, type OrderResult } from "@/lib/contracts/order";
import { catalogue, consignmentOfOrder } from "@/server/carriers";
import { type AccountContext, actorOf, scopeOf } from "@/server/context";
import { withTransaction } from "@/server/db/transaction";
import { effects } from "@/server/effects";
import { withRules } from "@/server/handler";
import { keyHolder, usedKeyError } from "@/server/idempotency";
import { makeEvent } from "@/server/webhooks";
import { presentResult } from "../present";
import { insertOrder, type NewOrder, type TrackingNumbers } from "../store";
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

/** An order by itself is one statement; if its confirmation concerns another module, it is a transaction. */
async function insertAnnounced(ctx: AccountContext, order: NewOrder): Promise<boolean> {
  const scope = scopeOf(ctx);
  const provider = order.input.shipping_provider;
  const confirmed = { id: order.id, provider, at: order.createdAt, actor: actorOf(ctx), account: ctx.account };
  if (order.status !== "READY_TO_SHIP" || !effects.concerns(confirmed)) return insertOrder(ctx.db, scope, order);
  return withTransaction(ctx.db, async (tx) => {
    if (!(await insertOrder(tx, scope, order))) return false;
    await effects.confirmed(tx, scope, confirmed);
    return true;
  });
}

/** How the caller's orders come in: typed by a person, or sent by a program. */
export function sourceOf({ actor }: Pick<AccountContext, "actor">): "dashboard" | "api" {
  return actor.kind === "person" ? "dashboard" : "api";
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
    const { id, createdAt } = newOrderId(ctx.now);
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
      source,
      idempotency,
    };
    if (!(await insertAnnounced(ctx, order)) && idempotency) {
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
export const createOrder = withRules(accountRules, (ctx: AccountContext, input: OrderInput) =>
  writeOrder(ctx, input, { operation: createContract.id, source: sourceOf(ctx) }),
);
