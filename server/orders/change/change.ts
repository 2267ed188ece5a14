import { isDeepStrictEqual } from "node:util";
import type { InputOf } from "@/lib/contracts/contract";
import type { confirmOrder as confirmContract, OrderResult } from "@/lib/contracts/order";
import { invalid } from "@/lib/errors";
import { canMove } from "@/lib/orders/status";
import { catalogue, consignmentOfOrder } from "@/server/carriers";
import { type AccountContext, actorOf, scopeOf } from "@/server/context";
import { withTransaction } from "@/server/db/transaction";
import { makeOrderEvent, recordOrderEvent } from "@/server/webhooks";
import { withFreshNumbers } from "../create/attempts";
import { estimate, trackingNumbers } from "../create/create";
import { parseOrder } from "../create/judge";
import { agreedPrice, confirmedPrice } from "../create/pricing";
import { presentResult, storedInput } from "../present";
import type { StoredOrder } from "../queries";
import { readOrder } from "../read";
import { changeSearch, inputColumns, replaceParcels } from "../store";
import { decideOnOrder } from "./decide";
import { judgeChange } from "./judge-change";
import { changeOrder, countMove, moveOrder } from "./move";

/**
 * Confirms a saved order: it gets its tracking number and is bought (contract §13.8).
 * @throws ApiError NOT_FOUND, 400452, 400471 with a new quote, and what creation throws
 */
export async function confirmOrder(ctx: AccountContext, input: InputOf<typeof confirmContract>): Promise<OrderResult> {
  const scope = scopeOf(ctx);
  return decideOnOrder(ctx, input.order_id, async (order) => {
    if (!canMove(order.status, "READY_TO_SHIP"))
      throw invalid({
        path: ["order_id"],
        key: "orderNotConfirmable",
        params: { status: order.status },
        reason: "ORDER_NOT_CONFIRMABLE",
      });
    const parsed = await parseOrder({ ...storedInput(order), confirm_shipment: "Y" }, ctx);
    const price = await confirmedPrice(ctx, await catalogue(ctx), {
      provider: order.shipping_provider,
      consignment: consignmentOfOrder(parsed),
      savedPrice: order.quote_price,
      quoteId: input.quote_id,
    });
    const numbers = trackingNumbers(ctx, order.parcels.length);
    const now = ctx.now();
    return withFreshNumbers(ctx.db, () =>
      withTransaction(ctx.db, async (tx) => {
        const confirmed = { ...order, status: "READY_TO_SHIP", tracking_number: numbers[0] ?? "" } as const;
        const isMoved = await moveOrder(tx, scope, order, {
          status: confirmed.status,
          at: now,
          actor: actorOf(ctx),
          event: makeOrderEvent("order.confirmed", confirmed, {}),
          columns: {
            tracking_number: confirmed.tracking_number,
            quote_price: price.price,
            chargeable_weight: price.chargeableWeight,
            weight_basis: price.weightBasis,
            price_breakdown: JSON.stringify(price.breakdown),
            estimated_delivery: estimate(now, price.maxDays),
            confirmed_at: now,
            updated_at: now,
          },
          read: order.revision,
          account: ctx.account,
        });
        if (!isMoved) return undefined;
        const rewritten = { id: order.id, input: parsed, numbers };
        await replaceParcels(tx, scope, rewritten);
        await changeSearch(tx, scope, rewritten);
        return presentResult({ ...confirmed, quote_price: price.price });
      }),
    );
  });
}

/** Fields that can still be changed in a confirmed order, and in which states. */
const OPEN_AFTER_CONFIRM = ["client_remarks", "reference", "pickup_arrange"];
const ALWAYS_OPEN = ["client_remarks", "reference"];

/**
 * Changes an order: each given root field replaces the stored one entirely, those in `clear` are emptied. Before
 * confirmation it is priced again, unless the provider refuses it because of something that the change does not touch
 * (contract §4.1). What changes nothing announces nothing (contract §6.2).
 * @throws ApiError NOT_FOUND, 400451, 400 at `order_id` for an erased order, and what creation throws
 */
export async function updateOrder(
  ctx: AccountContext,
  body: Record<string, unknown> & { order_id: string },
): Promise<StoredOrder> {
  const scope = scopeOf(ctx);
  return decideOnOrder(ctx, body.order_id, async (order) => {
    if (order.erased_at) throw invalid({ path: ["order_id"], key: "erasedLocked" });
    const saved = canMove(order.status, "READY_TO_SHIP");
    const open = order.status === "READY_TO_SHIP" ? OPEN_AFTER_CONFIRM : ALWAYS_OPEN;
    const { input: parsed, names, isTaken } = await judgeChange(ctx, order, body, saved ? null : open);
    const isPriced = saved && isTaken && names.some((field) => !OPEN_AFTER_CONFIRM.includes(field));
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
    return withTransaction(ctx.db, async (tx) => {
      const columns = inputColumns(parsed, price);
      if (!(await changeOrder(tx, scope, order.id, columns, order.revision))) return undefined;
      const rewritten = { id: order.id, input: parsed, numbers };
      if (names.includes("shipment_detail")) await replaceParcels(tx, scope, rewritten);
      await changeSearch(tx, scope, rewritten);
      await countMove(
        tx,
        scope,
        { status: order.status, provider: order.shipping_provider },
        { status: order.status, provider: parsed.shipping_provider },
      );
      const after = await readOrder({ ...ctx, db: tx }, order.id);
      if (!isDeepStrictEqual(recordOf(order), recordOf(after))) {
        await recordOrderEvent(tx, scope, "order.updated", after, {});
        return after;
      }
      // The new values equal the stored ones, which is known only after defaults and formatting.
      await changeOrder(tx, scope, order.id, { updated_at: order.updated_at });
      return order;
    });
  });
}

/** An order without what each write of its row changes. */
function recordOf({ revision: _revision, updated_at: _time, ...record }: StoredOrder): Partial<StoredOrder> {
  return record;
}
