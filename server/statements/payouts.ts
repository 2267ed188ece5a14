import { randomBytes } from "node:crypto";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type { createPayout as contract } from "@/lib/contracts/statement";
import { money } from "@/lib/decimal";
import { invalid } from "@/lib/errors";
import { type AccountContext, actorOf, scopeOf } from "@/server/context";
import { scoped } from "@/server/db/scoped";
import { createOnce } from "@/server/idempotency";
import { requireProduction } from "./read";

/** A new id of a payout. */
export const newPayoutId = () => `po_${randomBytes(12).toString("hex")}`;

/**
 * Notes that collected cash was paid out on a day (contract §26.3).
 * @throws ApiError NOT_FOUND in testing; idempotency_key_exists; 400 at `paid_on` for a day of a closed month
 */
export async function createPayout(
  ctx: AccountContext,
  { amount, paid_on, reference }: InputOf<typeof contract>,
): Promise<DataOf<typeof contract>> {
  requireProduction(ctx);
  const id = newPayoutId();
  await createOnce(ctx, "createPayout", id, async (tx) => {
    // Whoever closes the month holds the same lock.
    await tx.selectFrom("accounts").select("id").where("id", "=", ctx.account.id).forUpdate().execute();
    const month = paid_on.slice(0, 7);
    const closed = await tx
      .selectFrom("statements")
      .select("month")
      .where("account_id", "=", ctx.account.id)
      .where("month", ">=", month)
      .executeTakeFirst();
    if (closed) throw invalid({ path: ["paid_on"], key: "monthClosed", params: { month: closed.month } });
    await scoped(tx, scopeOf(ctx))
      .insertInto("payouts", { id, amount: money(amount), paid_on, reference, actor: actorOf(ctx) })
      .execute();
  });
  return { id, amount: money(amount), paid_on, reference };
}
