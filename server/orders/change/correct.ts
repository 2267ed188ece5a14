import { countryCode } from "@/lib/addresses/country";
import { hongKongDate } from "@/lib/calendar";
import type { InputOf } from "@/lib/contracts/contract";
import { CORRECTIONS, type correctOrder as contract } from "@/lib/contracts/order-correct";
import { ApiError, invalid, type Problem } from "@/lib/errors";
import { type Loose, string } from "@/lib/loose";
import { canMove } from "@/lib/orders/status";
import { catalogue, consignmentOfOrder, priceConsignment, problemOf } from "@/server/carriers";
import { type AccountContext, scopeOf } from "@/server/context";
import { withTransaction } from "@/server/db/transaction";
import { effects } from "@/server/effects";
import { recordOrderEvent } from "@/server/webhooks";
import { storedInput } from "../present";
import type { StoredOrder } from "../queries";
import { readOrder } from "../read";
import { changeSearch, inputColumns, LABEL_CHANGED } from "../store";
import { decideOnOrder } from "./decide";
import { type Change, judgeChange } from "./judge-change";
import { changeOrder } from "./move";

/** Merges the corrections into the recipient; other fields may only be sent unchanged. @throws ApiError BAD_REQUEST */
function correctedRecipient(order: StoredOrder, given: Loose): Loose {
  const names = Object.keys(CORRECTIONS[order.ship_type].shape);
  const plain = (name: string, value: unknown) =>
    name === "country" ? (countryCode(string(value) ?? "") ?? value) : value;
  const others = Object.keys(given).filter((name) => !names.includes(name) && (given[name] ?? "") !== "");
  const changed = others.filter((name) => plain(name, given[name]) !== order.recipient[name]);
  if (changed.length)
    throw invalid(...changed.map((name): Problem => ({ path: ["recipient", name], key: "correctionFixed" })));
  const kept = Object.entries(order.recipient).filter(([name]) => !names.includes(name));
  return { ...Object.fromEntries(kept), ...Object.fromEntries(names.map((name) => [name, given[name]])) };
}

/** @throws ApiError 400470 or 400472 if the service does not go there */
async function requireServed(ctx: AccountContext, order: StoredOrder, { input }: Change): Promise<void> {
  const carriers = await catalogue(ctx);
  const today = hongKongDate(new Date());
  const priceOf = (of: Change["input"]) =>
    priceConsignment(carriers, order.shipping_provider, consignmentOfOrder(of), today);
  const before = priceOf(storedInput(order) as Change["input"]);
  // What the service refuses anyway is no fault of the correction (contract §4.1).
  if (!before.ok) return;
  const after = priceOf(input);
  if (!after.ok) throw invalid(problemOf(after));
}

/**
 * Corrects the recipient of an order that is not collected yet: name, telephone and address. Service and price stay;
 * the label is made again and counts as not printed, and the merchant reads the reason on the order's page. The same
 * recipient is refused, because nothing would come of it (contract §4.6).
 * @throws ApiError NOT_FOUND, 400451 once it is collected, 400470, 400472, and what creation throws for a recipient
 */
export async function correctOrder(ctx: AccountContext, body: InputOf<typeof contract>): Promise<StoredOrder> {
  const scope = scopeOf(ctx);
  return decideOnOrder(ctx, body.order_id, async (order) => {
    if (!canMove(order.status, "CANCELLED"))
      throw new ApiError("BAD_REQUEST", {
        problems: [
          {
            path: ["order_id"],
            key: "orderNotCorrectable",
            params: { status: order.status },
            reason: "FIELD_LOCKED_AFTER_CONFIRM",
          },
        ],
      });
    const recipient = correctedRecipient(order, body.recipient);
    const change = await judgeChange(ctx, order, { recipient }, ["recipient"]);
    const [before, after] = [storedInput(order).recipient as Loose, change.input.recipient as Loose];
    if (Object.keys(CORRECTIONS[order.ship_type].shape).every((name) => before[name] === after[name]))
      throw invalid({ path: ["recipient"], key: "correctionNone" });
    await requireServed(ctx, order, change);
    const price = {
      price: order.quote_price,
      breakdown: order.price_breakdown,
      chargeableWeight: order.chargeable_weight,
      weightBasis: order.weight_basis,
    };
    const numbers = order.tracking_number ? order.parcels.map((parcel) => parcel.tracking_number ?? "") : null;
    const isCorrected = await withTransaction(ctx.db, async (tx) => {
      const at = ctx.now();
      const columns = { ...inputColumns(change.input, price), corrected_at: at };
      const label = numbers ? LABEL_CHANGED : {};
      if (!(await changeOrder(tx, scope, order.id, { ...columns, ...label }, order.revision))) return false;
      await changeSearch(tx, scope, { id: order.id, input: change.input, numbers });
      await effects.corrected(tx, scope, order.id);
      await recordOrderEvent(tx, scope, "order.updated", order, {});
      await effects.handled(tx, ctx, scope, { orderId: order.id, kind: "corrected", reason: body.reason ?? "" });
      return true;
    });
    return isCorrected ? readOrder(ctx, order.id) : undefined;
  });
}
