import { hongKongIso } from "@/lib/calendar";
import type { InputOf } from "@/lib/contracts/contract";
import type { closeStatement as contract, Statement, StatementSummary } from "@/lib/contracts/statement";
import { invalid } from "@/lib/errors";
import { type AccountContext, actorOf, withTransaction } from "@/server/context";
import { filesOf } from "./files";
import { monthOf } from "./lines";
import { currentStatement, requireProduction, summaries } from "./read";

/** What was confirmed in a month's last moments may still be committing. */
const LATE_MS = 600_000;

/**
 * Closes a month that is over, after all months before it: JSON, CSV and PDF are kept as they are now (contract §26.4).
 * Closing a closed month changes nothing.
 * @throws ApiError NOT_FOUND; 400 at `month` for one that is not over, or with an open one before it
 */
export async function closeStatement(
  ctx: AccountContext,
  { month }: InputOf<typeof contract>,
): Promise<StatementSummary> {
  requireProduction(ctx);
  if (month >= monthOf(new Date(Date.now() - LATE_MS))) throw invalid({ path: ["month"], key: "monthNotOver" });
  return withTransaction(ctx.db, async (tx) => {
    const acting = { ...ctx, db: tx };
    // One after the other: what is still to be paid out passes from month to month.
    await tx.selectFrom("accounts").select("id").where("id", "=", ctx.account.id).forUpdate().execute();
    const before = (await summaries(acting)).filter((each) => each.month <= month);
    const own = before.at(-1);
    if (own?.month === month && own.status === "CLOSED") return own;
    const open = before.find((each) => each.month < month && each.status === "OPEN");
    if (open) throw invalid({ path: ["month"], key: "monthBeforeOpen", params: { month: open.month } });
    const at = new Date();
    const closed: Statement = {
      ...(await currentStatement(acting, month)),
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
  });
}
