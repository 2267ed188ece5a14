import { money } from "@/lib/decimal";
import { type AccountContext, scopeOf } from "@/server/context";
import { scoped } from "@/server/db/scoped";
import { summaries } from "./read";

/** What the audit log says of an account's cash, and of a payout where it is known (contract §20.1). */
export async function auditedPayout(ctx: AccountContext, id: string | undefined): Promise<Record<string, unknown>> {
  const [newest] = (await summaries(ctx)).slice(-1);
  const payout =
    id === undefined
      ? undefined
      : await scoped(ctx.db, scopeOf(ctx))
          .selectFrom("payouts")
          .select(["amount", "paid_on", "reference"])
          .where("id", "=", id)
          .executeTakeFirst();
  return {
    cod_balance: newest?.totals.cod_balance ?? null,
    ...(id !== undefined && {
      amount: payout ? money(payout.amount) : null,
      paid_on: payout?.paid_on ?? null,
      reference: payout?.reference ?? null,
    }),
  };
}

/** What the audit log says of a month: how it is, and what it comes to (contract §20.1). */
export async function auditedMonth(ctx: AccountContext, month: string): Promise<Record<string, unknown>> {
  const own = (await summaries(ctx)).find((each) => each.month === month);
  return own ? { status: own.status, charges: own.totals.charges, cod_balance: own.totals.cod_balance } : {};
}
