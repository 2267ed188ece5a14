import type { InputOf } from "@/lib/contracts/contract";
import {
  type confirmOrder as confirmContract,
  type OrderInput,
  type OrderResult,
  orderInput,
} from "@/lib/contracts/order";
import { memberFor } from "@/lib/contracts/problems";
import { ApiError, invalid, type Problem } from "@/lib/errors";
import { canMove } from "@/lib/order-status";
import { catalogue, consignmentOfOrder } from "@/server/carriers";
import { type AccountContext, actorOf, scopeOf, withTransaction } from "@/server/context";
import { effects } from "@/server/effects";
import { dropEmpty } from "@/server/http/body";
import { retrying, withFreshNumbers } from "./attempts";
import { estimate, trackingNumbers } from "./create";
import { parseOrder } from "./judge";
import { inputOf, presentResult } from "./present";
import { agreedPrice, confirmedPrice } from "./pricing";
import type { StoredOrder } from "./queries";
import { readOrder } from "./read";
import { countMove, inputColumns, replaceParcels } from "./store";

/** A stored order as a request that would create it, with changes of root fields. */
export function storedInput(order: StoredOrder, change: Record<string, unknown> = {}): Record<string, unknown> {
  const body = { ...inputOf(order), ...change };
  dropEmpty(body);
  return body;
}

/**
 * Confirms a saved order: it gets its tracking number and is bought (decisions §7).
 * @throws ApiError NOT_FOUND, 400452, 400471 with a new quote, and what creation throws
 */
export async function confirmOrder(ctx: AccountContext, input: InputOf<typeof confirmContract>): Promise<OrderResult> {
  const scope = scopeOf(ctx);
  return retrying(async () => {
    const order = await readOrder(ctx, input.order_id);
    if (!canMove(order.status, "READY_TO_SHIP"))
      throw invalid({
        path: ["order_id"],
        key: "orderNotConfirmable",
        params: { status: order.status },
        reason: "ORDER_NOT_CONFIRMABLE",
      });
    const parsed = await parseOrder(storedInput(order), ctx);
    const price = await confirmedPrice(ctx, await catalogue(ctx), {
      provider: order.shipping_provider,
      consignment: consignmentOfOrder(parsed),
      savedPrice: order.quote_price,
      quoteId: input.quote_id,
    });
    const numbers = trackingNumbers(ctx, order.parcels.length);
    const now = new Date();
    return withFreshNumbers(() =>
      withTransaction(ctx.db, async (tx) => {
        const { search, search_text } = inputColumns(scope, order.id, parsed, numbers, price);
        const { numUpdatedRows } = await tx
          .updateTable("orders")
          .set({
            status: "READY_TO_SHIP",
            tracking_number: numbers[0],
            quote_price: price.price,
            chargeable_weight: price.chargeableWeight,
            weight_basis: price.weightBasis,
            price_breakdown: JSON.stringify(price.breakdown),
            estimated_delivery: estimate(now, price.maxDays),
            search,
            search_text,
            confirmed_at: now,
            updated_at: now,
            revision: order.revision + 1,
          })
          .where("account_id", "=", scope.accountId)
          .where("environment", "=", scope.environment)
          .where("id", "=", order.id)
          .where("revision", "=", order.revision)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return undefined;
        await replaceParcels(tx, scope, order.id, parsed, numbers);
        await countMove(
          tx,
          scope,
          { status: order.status, provider: order.shipping_provider },
          { status: "READY_TO_SHIP", provider: order.shipping_provider },
        );
        if (ctx.account.pickPack)
          await effects.confirmed(tx, scope, {
            id: order.id,
            provider: order.shipping_provider,
            at: now,
            actor: actorOf(ctx),
          });
        return presentResult({
          ...order,
          status: "READY_TO_SHIP",
          tracking_number: numbers[0] ?? null,
          quote_price: price.price,
        });
      }),
    );
  });
}

/** Fields that a confirmed order still takes, and in which states. */
const OPEN_AFTER_CONFIRM = ["client_remarks", "pickup_arrange"];

function lockedProblems(order: StoredOrder, change: Record<string, unknown>): Problem[] {
  const open = order.status === "READY_TO_SHIP" ? OPEN_AFTER_CONFIRM : ["client_remarks"];
  return Object.keys(createFields(order))
    .filter((field) => change[field] !== undefined && !open.includes(field))
    .map((field) => ({ path: [field], key: "fieldLocked", reason: "FIELD_LOCKED_AFTER_CONFIRM" }));
}

function createFields(order: StoredOrder): Record<string, unknown> {
  const schema = memberFor(orderInput, { ship_type: order.ship_type }) as unknown as { shape: Record<string, unknown> };
  return schema.shape;
}

/**
 * Changes an order: each root field given replaces the stored one whole. Before confirmation it is priced anew.
 * @throws ApiError NOT_FOUND, 400451, and what creation throws
 */
export async function updateOrder(
  ctx: AccountContext,
  body: Record<string, unknown> & { order_id: string },
): Promise<StoredOrder> {
  const scope = scopeOf(ctx);
  return retrying(async () => {
    const order = await readOrder(ctx, body.order_id);
    const fields = Object.keys(createFields(order));
    const change = Object.fromEntries(
      Object.entries(body).filter(([key, value]) => value !== undefined && fields.includes(key)),
    );
    const saved = canMove(order.status, "READY_TO_SHIP");
    const locked = saved ? [] : lockedProblems(order, change);
    if (locked.length) throw new ApiError("BAD_REQUEST", { problems: locked });
    if (change.ship_type !== undefined && change.ship_type !== order.ship_type)
      throw invalid({ path: ["ship_type"], key: "shipTypeFixed" });
    // A change never buys; POST /order/confirm does.
    const isPriced = saved && Object.keys(change).some((field) => !OPEN_AFTER_CONFIRM.includes(field));
    const parsed = await parseChange(ctx, order, { ...change, confirm_shipment: undefined }, isPriced);
    const price = isPriced
      ? await agreedPrice(ctx, await catalogue(ctx), {
          provider: parsed.shipping_provider,
          consignment: consignmentOfOrder(parsed),
          quoteId: parsed.quote_id,
        })
      : {
          price: order.quote_price,
          breakdown: order.price_breakdown,
          chargeableWeight: order.chargeable_weight,
          weightBasis: order.weight_basis,
        };
    const numbers = order.tracking_number ? order.parcels.map((parcel) => parcel.tracking_number ?? "") : null;
    const changed = await withTransaction(ctx.db, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable("orders")
        .set({
          ...inputColumns(scope, order.id, parsed, numbers, price),
          updated_at: new Date(),
          revision: order.revision + 1,
        })
        .where("account_id", "=", scope.accountId)
        .where("environment", "=", scope.environment)
        .where("id", "=", order.id)
        .where("revision", "=", order.revision)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      if (change.shipment_detail !== undefined) await replaceParcels(tx, scope, order.id, parsed, numbers);
      await countMove(
        tx,
        scope,
        { status: order.status, provider: order.shipping_provider },
        { status: order.status, provider: parsed.shipping_provider },
      );
      return true;
    });
    return changed ? readOrder(ctx, order.id) : undefined;
  });
}

/**
 * Judges the changed order. Where it is not priced anew only what was changed can be wrong: a note on an order must not
 * fail because its pickup day has passed.
 */
async function parseChange(
  ctx: AccountContext,
  order: StoredOrder,
  change: Record<string, unknown>,
  isPriced: boolean,
): Promise<OrderInput> {
  const body = storedInput(order, change);
  try {
    return await parseOrder(body, ctx);
  } catch (error) {
    if (isPriced || !(error instanceof ApiError) || !error.problems) throw error;
    const own = error.problems.filter(({ path }) => change[String(path[0])] !== undefined);
    if (own.length) throw new ApiError("BAD_REQUEST", { problems: own });
    return memberFor(orderInput, body).parse(body) as OrderInput;
  }
}
