import { hongKongIso } from "@/lib/calendar";
import type { InputOf } from "@/lib/contracts/contract";
import type { closeStatement as contract, Statement, StatementSummary } from "@/lib/contracts/statement";
import { invalid, notFound } from "@/lib/errors";
import { type AccountContext, actorOf, scopeOf } from "@/server/context";
import { type Tx, withTransaction } from "@/server/db/transaction";
import { filesOf } from "./files";
import { countLines, monthOf } from "./lines";
import { currentStatement, requireProduction, summaries } from "./read";

/** What was confirmed in a month's last moments may still be committing. */
const LATE_MS = 600_000;

/** Closes a month of an account. @throws ApiError what `closeMonth` throws */
export function closeStatement(ctx: AccountContext, { month }: InputOf<typeof contract>): Promise<StatementSummary> {
  return closeMonth(ctx, month);
}

/**
 * Closes a month that is over, after all months before it: JSON, CSV and PDF are kept as they are now (contract §26.4).
 * Months before it in which nothing happened are closed with it. Closing a closed month changes nothing. `record` runs in
 * the transaction if it was open.
 * @throws ApiError NOT_FOUND; 400 at `month` for one that is not over, or with an open one before it
 */
export async function closeMonth(
  ctx: AccountContext,
  month: string,
  record?: (tx: Tx) => Promise<void>,
): Promise<StatementSummary> {
  requireProduction(ctx);
  if (month >= monthOf(new Date(Date.now() - LATE_MS))) throw invalid({ path: ["month"], key: "monthNotOver" });
  return withTransaction(ctx.db, async (tx) => {
    const acting = { ...ctx, db: tx };
    // One after the other: what is still to be paid out passes from month to month.
    await tx.selectFrom("accounts").select("id").where("id", "=", ctx.account.id).forUpdate().execute();
    const until = (await summaries(acting)).filter((each) => each.month <= month);
    const own = until.at(-1);
    if (own?.month !== month) throw notFound();
    if (own.status === "CLOSED") return own;
    const before = until.filter((each) => each.month < month && each.status === "OPEN");
    for (const each of before)
      if ((await countLines(tx, scopeOf(ctx), each.month)) > 0)
        throw invalid({ path: ["month"], key: "monthBeforeOpen", params: { month: each.month } });
    for (const each of before) await keep(acting, tx, each.month);
    const summary = await keep(acting, tx, month);
    await record?.(tx);
    return summary;
  });
}

/** Keeps a month as it is now, for good. */
async function keep(ctx: AccountContext, tx: Tx, month: string): Promise<StatementSummary> {
  const at = new Date();
  const closed: Statement = {
    ...(await currentStatement(ctx, month)),
    status: "CLOSED",
    closed_at: hongKongIso(at),
  };
  const files = filesOf(closed);
  await tx
    .insertInto("statements")
    .values({
      account_id: ctx.account.id,
      month,
      closed_at: at,
      closed_by: actorOf(ctx),
      totals: JSON.stringify(closed.totals),
      document: JSON.stringify(closed),
      csv: files.csv(),
      pdf_en: Buffer.from(await files.pdf("en")),
      pdf_zh_hant: Buffer.from(await files.pdf("zh-Hant")),
    })
    .execute();
  const { account_id: _id, account_name: _name, lines: _lines, ...summary } = closed;
  return summary;
}
