import type { ImportLine, InvoiceRow } from "@/lib/contracts/statement-import";
import { decimal, money } from "@/lib/decimal";
import type { Problem } from "@/lib/errors";
import type { Catalogue } from "@/server/carriers";
import { actorOf, type Context } from "@/server/context";
import type { Db, Tx } from "@/server/db/transaction";
import {
  adjustByInvoice,
  type BilledOrder,
  billedOrders,
  keyOf,
  lockBilledOrders,
  type Numbered,
  newEntryId,
  parcelsByNumber,
} from "@/server/orders";
import { type Draft, wrong } from "./import-file";
import { type Applied, billedBefore } from "./imported-lines";

type Found = { order: BilledOrder; parcel: number };
/** kg by parcel, as far as the lines before have gone. */
type Weights = Map<number, string>;
type Outcome = { amount: string } | Pick<Problem, "key" | "params">;

/** What a line changes for the merchant. No order is credited more than it was charged (contract §26.3, §26.7). */
function outcomeOf(row: InvoiceRow, found: Found, weights: Weights): Outcome {
  const tried = new Map(weights);
  const outcome = changeOf(row, found, tried);
  if (!("amount" in outcome)) return outcome;
  const { charged } = found.order;
  if (decimal(outcome.amount).lt(0) && decimal(charged).plus(outcome.amount).lt(0))
    return { key: "creditAbove", params: { max: decimal(charged).gt(0) ? charged : "0.00" } };
  for (const [parcel, weight] of tried) weights.set(parcel, weight);
  return outcome;
}

function changeOf({ weight, adjustment }: InvoiceRow, { order, parcel }: Found, weights: Weights): Outcome {
  if (adjustment !== undefined) {
    if (weight !== undefined) weights.set(parcel, weight);
    return { amount: money(adjustment) };
  }
  if (order.isCancelled) return { key: "orderCancelled" };
  if (order.isByHand) return { key: "weightByHand" };
  if (weight === undefined) return { key: "weightOrAdjustment" };
  const before = order.priceAt(weights);
  const after = order.priceAt(new Map(weights).set(parcel, weight));
  if (before === null || after === null) return { key: "weightUnpriced" };
  weights.set(parcel, weight);
  return { amount: money(decimal(after).minus(before)) };
}

/**
 * What each line of a carrier's invoice makes, one after the other; `isLocked`: their orders are locked. Fills in what
 * is shown of the lines, and returns those to be applied.
 */
export async function planInvoice(
  db: Db,
  { language }: Context,
  carriers: Catalogue,
  { drafts, reference }: { drafts: readonly Draft<InvoiceRow>[]; reference: string },
  isLocked: boolean,
): Promise<Applied[]> {
  const open = drafts.filter(({ shown }) => shown.state === "READY");
  const numbers = await parcelsByNumber(
    db,
    open.flatMap(({ given }) => given?.tracking_number ?? []),
  );
  const keys = [...numbers.values()];
  // What others have imported before is there to be seen once their locks are gone.
  if (isLocked) await lockBilledOrders(db, keys);
  const { weights, made, others } = await billedBefore(db, keys, reference);
  const orders = await billedOrders(db, carriers, keys, made);
  return open.flatMap(({ given, shown }): Applied[] => {
    const at = given && numbers.get(given.tracking_number);
    const order = at && orders.get(keyOf(at));
    if (!given || !at || !order) {
      wrong(shown, [{ path: ["tracking_number"], key: "numberUnknown" }], language);
      return [];
    }
    const key = keyOf(at);
    const own: Weights = weights.get(key) ?? new Map();
    weights.set(key, own);
    show(shown, given, at, order);
    const { accountId, orderId, parcel } = at;
    const invoice = others.get(`${key}/${parcel}`);
    if (invoice !== undefined && given.again !== "Y") {
      wrong(shown, [{ path: ["again"], key: "billedBefore", params: { invoice } }], language);
      shown.state = "BILLED_BEFORE";
      return [];
    }
    const outcome = outcomeOf(given, { order, parcel }, own);
    if ("key" in outcome) {
      wrong(shown, [{ path: [given.adjustment === undefined ? "weight" : "adjustment"], ...outcome }], language);
      return [];
    }
    const { amount } = outcome;
    order.charged = money(decimal(order.charged).plus(amount));
    shown.amount = amount;
    if (decimal(amount).eq(0)) shown.state = "SAME";
    const id = shown.state === "SAME" ? null : newEntryId();
    return [{ id, line: shown.line, accountId, amount, orderId, parcel, weight: given.weight ?? null }];
  });
}

function show(line: ImportLine, given: InvoiceRow, at: Numbered, order: BilledOrder): void {
  line.account_id = at.accountId;
  line.order_id = at.orderId;
  line.charged = order.charged;
  if (given.charge === undefined) return;
  line.charge = money(given.charge);
  line.difference = money(decimal(given.charge).minus(order.charged));
}

/** Makes the adjustments of an invoice's lines; each has the invoice and its line as proof. */
export function applyInvoice(
  tx: Tx,
  ctx: Context,
  reference: string,
  lines: readonly Applied[],
  reasons: ReadonlyMap<string, string | null>,
): Promise<void> {
  const adjustments = lines.flatMap(({ id, line, accountId, orderId, amount, weight }) => {
    const proof = `${reference} #${line}`;
    const reason = reasons.get(line);
    return id && orderId
      ? [{ id, accountId, orderId, amount, weight, reason: reason ? `${reason} · ${proof}` : proof }]
      : [];
  });
  return adjustByInvoice(tx, actorOf(ctx), reference, adjustments);
}
