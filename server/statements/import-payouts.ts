import { sql } from "kysely";
import type { PayoutRow } from "@/lib/contracts/statement-import";
import { money } from "@/lib/decimal";
import { actorOf, type Context } from "@/server/context";
import { jsonRows } from "@/server/db/columns";
import { statementTables } from "@/server/db/tables/statements";
import type { Db, Tx } from "@/server/db/transaction";
import { type Draft, wrong } from "./import-file";
import type { Applied } from "./imported-lines";
import { type GivenPayout, payoutJudge } from "./payout-rules";
import { newPayoutId } from "./payouts";

const givenPayout = ({ account, amount, paid_on, reference, orders }: PayoutRow): GivenPayout => ({
  accountId: String(BigInt(account)),
  amount,
  paid_on,
  reference,
  numbers:
    orders
      ?.toUpperCase()
      .split(/[\s,;，、]+/)
      .filter(Boolean) ?? null,
});

/** A payout of a line, with the orders whose cash it is. */
export type AppliedPayout = Applied & { orders: string[] };

/** The payouts of a file, as noting them one by one would make them; `isLocked`: no month of theirs can be closed meanwhile. */
export async function planPayouts(
  db: Db,
  { language }: Context,
  drafts: readonly Draft<PayoutRow>[],
  isLocked: boolean,
): Promise<AppliedPayout[]> {
  const open = drafts.flatMap(({ given, shown }) =>
    given && shown.state === "READY" ? [{ payout: givenPayout(given), shown }] : [],
  );
  const wanted = [...new Set(open.map(({ payout }) => payout.accountId))];
  // Closing a month holds the same locks.
  if (isLocked)
    await sql`select id from accounts where id = any(${wanted}::bigint[]) order by id for update`.execute(db);
  const judge = await payoutJudge(
    db,
    open.map(({ payout }) => payout),
  );
  return open.flatMap(({ payout, shown }): AppliedPayout[] => {
    const { accountId } = payout;
    shown.account_id = accountId;
    shown.amount = money(payout.amount);
    const { problems, orders } = judge(payout);
    if (problems.length > 0) {
      wrong(shown, problems, language);
      return [];
    }
    const none = { orderId: null, parcel: null, weight: null };
    return [{ id: newPayoutId(), line: shown.line, accountId, amount: shown.amount, ...none, orders }];
  });
}

/** Notes the payouts of a file's lines, in one statement. */
export async function applyPayouts(
  tx: Tx,
  ctx: Context,
  lines: readonly AppliedPayout[],
  given: ReadonlyMap<string, PayoutRow>,
): Promise<void> {
  const of = { environment: "production", actor: actorOf(ctx) } as const;
  const rows = lines.flatMap(({ id, line, accountId: account_id, amount, orders }) => {
    const row = given.get(line);
    const { paid_on, reference } = row ?? {};
    if (!id || !paid_on || !reference) return [];
    return [{ ...of, account_id, id, amount, paid_on, reference, orders: orders.length > 0 ? orders : null }];
  });
  if (rows.length > 0) await sql`insert into payouts ${jsonRows(statementTables.payouts, rows)}`.execute(tx);
}
