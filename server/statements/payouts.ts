import { randomBytes } from "node:crypto";
import { hongKongDate } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/statement";
import { decimal, money } from "@/lib/decimal";
import { invalid, notFound } from "@/lib/errors";
import { type AccountContext, actorOf, scopeOf } from "@/server/context";
import { scoped } from "@/server/db/scoped";
import { type Tx, withTransaction } from "@/server/db/transaction";
import { createOnce } from "@/server/idempotency";
import { payoutJudge } from "./payout-rules";
import { requireProduction } from "./read";

type Payout = DataOf<typeof contracts.createPayout>;

/** A new id of a payout. */
export const newPayoutId = () => `po_${randomBytes(12).toString("hex")}`;

/** Closing a month and noting payouts of the account hold the same lock. */
async function lockAccount(tx: Tx, { account }: AccountContext): Promise<void> {
  await tx.selectFrom("accounts").select("id").where("id", "=", account.id).forUpdate().execute();
}

/**
 * Notes that collected cash was paid out on a day (contract §26.9).
 * @throws ApiError NOT_FOUND in testing; idempotency_key_exists; 400 at `paid_on`, `amount`, `reference` or `orders`
 */
export async function createPayout(
  ctx: AccountContext,
  { amount, paid_on, reference, orders: given }: InputOf<typeof contracts.createPayout>,
): Promise<Payout> {
  requireProduction(ctx);
  const id = newPayoutId();
  return createOnce(ctx, "createPayout", id, async (tx) => {
    await lockAccount(tx, ctx);
    const numbers = given?.map((number) => number.toUpperCase()) ?? null;
    const payout = { accountId: ctx.account.id, amount, paid_on, reference, numbers };
    const { problems, orders } = (await payoutJudge(tx, [payout]))(payout);
    if (problems.length > 0) throw invalid(...problems);
    const made = { id, amount: money(amount), paid_on, reference, orders, reverses: null };
    await scoped(tx, scopeOf(ctx))
      .insertInto("payouts", { ...made, orders: orders.length > 0 ? orders : null, actor: actorOf(ctx) })
      .execute();
    return made;
  });
}

/** A payout that the caller wants to take back, and the last closed month. @throws ApiError NOT_FOUND; 400 at `id` */
async function toTakeBack(tx: Tx, ctx: AccountContext, id: string) {
  await lockAccount(tx, ctx);
  const all = () => scoped(tx, scopeOf(ctx)).selectFrom("payouts");
  const payout = await all()
    .select(["id", "amount", "paid_on", "reference", "orders", "reverses"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!payout) throw notFound();
  if (payout.reverses !== null) throw invalid({ path: ["id"], key: "payoutReverses" });
  if (await all().select("id").where("reverses", "=", id).executeTakeFirst())
    throw invalid({ path: ["id"], key: "payoutReversed" });
  const closed = await tx
    .selectFrom("statements")
    .select("month")
    .where("account_id", "=", ctx.account.id)
    .where("month", ">=", payout.paid_on.slice(0, 7))
    .executeTakeFirst();
  return { payout, closed: closed?.month ?? null };
}

/** Deletes a payout while its month is open. @throws ApiError NOT_FOUND; 400 at `id` */
export async function deletePayout(
  ctx: AccountContext,
  { id }: InputOf<typeof contracts.deletePayout>,
): Promise<DataOf<typeof contracts.deletePayout>> {
  requireProduction(ctx);
  return withTransaction(ctx.db, async (tx) => {
    const { closed } = await toTakeBack(tx, ctx, id);
    if (closed !== null) throw invalid({ path: ["id"], key: "payoutOfClosed", params: { month: closed } });
    await scoped(tx, scopeOf(ctx)).deleteFrom("payouts").where("id", "=", id).execute();
    return { id, deleted: true };
  });
}

/**
 * Takes back a payout of a closed month: its opposite, today.
 * @throws ApiError NOT_FOUND; idempotency_key_exists; 400 at `id`
 */
export async function reversePayout(
  ctx: AccountContext,
  { id: reverses, reason }: InputOf<typeof contracts.reversePayout>,
): Promise<Payout> {
  requireProduction(ctx);
  const id = newPayoutId();
  return createOnce(ctx, "reversePayout", id, async (tx) => {
    const { payout, closed } = await toTakeBack(tx, ctx, reverses);
    if (closed === null) throw invalid({ path: ["id"], key: "payoutOfOpen" });
    const amount = money(decimal(payout.amount).neg());
    const { reference, orders } = payout;
    const made = { id, amount, paid_on: hongKongDate(new Date()), reference, reverses };
    await scoped(tx, scopeOf(ctx))
      .insertInto("payouts", { ...made, orders, reason, actor: actorOf(ctx) })
      .execute();
    return { ...made, orders: orders ?? [] };
  });
}
