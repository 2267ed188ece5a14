import { randomBytes } from "node:crypto";
import { type Insertable, sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type { AdjustmentKind, createAdjustment as contract, EntryKind } from "@/lib/contracts/statement";
import { decimal, money } from "@/lib/decimal";
import { ApiError, invalid, notFound } from "@/lib/errors";
import { type AccountContext, actorOf, scopeOf } from "@/server/context";
import { jsonRows } from "@/server/db/columns";
import { type Scope, scoped, within } from "@/server/db/scoped";
import { orderTables, type PriceLine } from "@/server/db/tables/orders";
import type { Tx } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import type { Listener, MovedOrder, RemeasuredOrder } from "@/server/effects";
import { createOnce } from "@/server/idempotency";
import { findOrder, lockOrder, requireUnerased } from "../queries";
import { notifyOfInvoice, notifyOfOne } from "./adjust-notices";

type Entry = Partial<Pick<Insertable<Tables["order_entries"]>, "charged_weight" | "weight_before" | "reason">> & {
  kind: EntryKind;
  /** HKD; below zero: in the merchant's favour. */
  amount: string;
  adjustment_kind?: AdjustmentKind;
  price_before?: PriceLine[];
};

/** A new id of an entry. */
export const newEntryId = () => `oe_${randomBytes(12).toString("hex")}`;

async function insertEntry(
  tx: Tx,
  scope: Scope,
  actor: string,
  orderId: string,
  entry: Entry,
  id = newEntryId(),
): Promise<void> {
  const price_before = entry.price_before ? JSON.stringify(entry.price_before) : null;
  await scoped(tx, scope)
    .insertInto("order_entries", { id, order_id: orderId, actor, ...entry, price_before })
    .execute();
}

/**
 * Notes what a move means for an order's money, in its transaction (contract §26.2): a confirmed order that is cancelled
 * costs nothing, adjustments included, and the cash of a delivered one was collected. It counts when it is known, not when the carrier dated it.
 */
async function noteMove(tx: Tx, scope: Scope, { id, status, actor, ...order }: MovedOrder): Promise<void> {
  if (status === "CANCELLED" && order.wasConfirmed)
    await insertEntry(tx, scope, actor, id, {
      kind: "CANCELLATION",
      amount: negative(await chargedSoFar(tx, scope, id)),
    });
  if (status === "DELIVERED" && order.codAmount && decimal(order.codAmount).gt(0))
    await insertEntry(tx, scope, actor, id, { kind: "COD_COLLECTED", amount: order.codAmount });
}

const negative = (amount: string) => money(decimal(amount).neg());

/** HKD: what the order `o` was charged when it was confirmed; its entries but COD are what came later. */
export const FIRST_CHARGE = sql<string>`coalesce(o.declared_price, o.quote_price)`;

/** HKD: what a confirmed order has been charged so far, by all its lines. The caller has locked it. */
async function chargedSoFar(tx: Tx, scope: Scope, orderId: string): Promise<string> {
  const { rows } = await sql<{ charged: string }>`
    select ${FIRST_CHARGE} + coalesce((
      select sum(e.amount) from order_entries e
      where ${within(scope, "e")} and e.order_id = o.id and e.kind <> 'COD_COLLECTED'), 0) as charged
    from orders o where ${within(scope, "o")} and o.id = ${orderId}`.execute(tx);
  return money(rows[0]?.charged ?? "0");
}

/** Adds to an order's agreed price, or takes off it, and notifies the merchant, in one transaction (contract §26.3). */
async function adjust(
  tx: Tx,
  ctx: AccountContext,
  orderId: string,
  entry: Omit<Entry, "kind"> & { adjustment_kind: AdjustmentKind },
  id = newEntryId(),
): Promise<void> {
  const { accountId, environment } = scopeOf(ctx);
  await insertEntry(tx, scopeOf(ctx), actorOf(ctx), orderId, { kind: "ADJUSTMENT", ...entry }, id);
  // Testing has no statements.
  if (environment === "production") await notifyOfOne(tx, accountId, environment, { orderId, ...entry });
}

/** Records the difference to the agreed price that new measures make, in the transaction that writes them. */
async function adjustToMeasures(
  tx: Tx,
  ctx: AccountContext,
  { id, before, now, measured }: RemeasuredOrder,
): Promise<void> {
  const amount = money(decimal(now.price).minus(before.price));
  if (decimal(amount).eq(0)) return;
  await adjust(tx, ctx, id, {
    amount,
    adjustment_kind: "REPACKED",
    reason: measured,
    charged_weight: now.chargeableWeight,
    weight_before: before.chargeableWeight,
    price_before: before.breakdown,
  });
}

/** What an order's moves and new measures mean for its money. */
export const moneyListener: Listener = { moved: noteMove, remeasured: adjustToMeasures };

/**
 * The order of an adjustment that something is to be written about; both are locked, the order first, as everywhere.
 * @throws ApiError NOT_FOUND; 400 at `adjustment_id` for an erased order
 */
export async function lockAdjustment(tx: Tx, ctx: AccountContext, id: string): Promise<{ order_id: string }> {
  const one = scoped(tx, scopeOf(ctx))
    .selectFrom("order_entries")
    .select("order_id")
    .where("id", "=", id)
    .where("kind", "=", "ADJUSTMENT");
  const found = await one.executeTakeFirst();
  if (!found) throw notFound();
  await requireUnerased(tx, scopeOf(ctx), found.order_id, ["adjustment_id"]);
  await one.forUpdate().execute();
  return found;
}

/**
 * Charges or credits a confirmed order (contract §26.3).
 * @throws ApiError NOT_FOUND in testing or for another account's order; idempotency_key_exists; 400 at `order_id` for one
 * that was never confirmed, at `amount` for a credit of more than it has been charged, at `note` for one whose personal
 * data is erased
 */
export async function createAdjustment(
  ctx: AccountContext,
  input: InputOf<typeof contract>,
): Promise<DataOf<typeof contract>> {
  if (ctx.environment !== "production") throw new ApiError("NOT_FOUND");
  const order = await findOrder(ctx.db, scopeOf(ctx), input.order_id);
  if (!order) throw notFound();
  if (!order.confirmed_at) throw invalid({ path: ["order_id"], key: "notConfirmed" });
  const amount = input.effect === "CREDIT" ? negative(input.amount) : money(input.amount);
  const { kind: adjustment_kind, charged_weight = null, note: reason } = input;
  const id = newEntryId();
  await createOnce(ctx, "createAdjustment", id, async (tx) => {
    await lockOrder(tx, scopeOf(ctx), order.id);
    if (reason) await requireUnerased(tx, scopeOf(ctx), order.id, ["note"]);
    if (input.effect === "CREDIT") {
      const charged = await chargedSoFar(tx, scopeOf(ctx), order.id);
      const max = decimal(charged).gt(0) ? charged : "0.00";
      if (decimal(input.amount).gt(max)) throw invalid({ path: ["amount"], key: "creditAbove", params: { max } });
    }
    await adjust(tx, ctx, order.id, { amount, adjustment_kind, charged_weight, reason }, id);
  });
  return { id, order_id: order.id, amount };
}

/** An adjustment that a line of a carrier's invoice makes. */
type InvoiceAdjustment = {
  id: string;
  accountId: string;
  orderId: string;
  /** HKD; below zero: in the merchant's favour. */
  amount: string;
  /** kg; null: it is not about the weight. */
  weight: string | null;
  reason: string;
};

/**
 * Charges and credits orders of any accounts by a carrier's invoice, in one statement within the transaction that has
 * locked them, and notifies each merchant once (contract §26.7).
 */
export async function adjustByInvoice(
  tx: Tx,
  actor: string,
  invoice: string,
  adjustments: readonly InvoiceAdjustment[],
): Promise<void> {
  const what = { environment: "production", kind: "ADJUSTMENT", adjustment_kind: "CARRIER_INVOICE" } as const;
  const rows = adjustments.map(({ accountId: account_id, orderId: order_id, weight: charged_weight, ...made }) => {
    return { ...made, ...what, account_id, order_id, charged_weight, actor };
  });
  if (rows.length > 0) await sql`insert into order_entries ${jsonRows(orderTables.order_entries, rows)}`.execute(tx);
  for (const accountId of new Set(adjustments.map((each) => each.accountId)))
    await notifyOfInvoice(
      tx,
      accountId,
      invoice,
      adjustments.filter((each) => each.accountId === accountId),
    );
}
