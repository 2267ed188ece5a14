import { hongKongIso } from "@/lib/calendar";
import type { InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/statement";
import { notFound } from "@/lib/errors";
import { type AccountContext, scopeOf } from "@/server/context";
import { scoped } from "@/server/db/scoped";
import { Download, type Rows } from "@/server/handler";
import { filesOf } from "./files";
import { countLines, firstMonth, linesOf, monthAfter, monthOf, monthsFrom, sumsByMonth, totalsOf } from "./lines";

type Summary = contracts.StatementSummary;
type Statement = contracts.Statement;

/** Statements are about money: testing has none. @throws ApiError NOT_FOUND */
export function requireProduction({ environment }: Pick<AccountContext, "environment">): void {
  if (environment !== "production") throw notFound();
}

/** The account's closed months, the oldest first, without their files. */
async function closedMonths({ db, account }: AccountContext) {
  return db
    .selectFrom("statements")
    .select(["month", "closed_at", "totals"])
    .where("account_id", "=", account.id)
    .orderBy("month")
    .execute();
}

/** All months of the account so far, the oldest first: closed ones as they were, the others as they are now. */
export async function summaries(ctx: AccountContext): Promise<Summary[]> {
  const scope = scopeOf(ctx);
  const first = await firstMonth(ctx.db, scope);
  if (!first) return [];
  const closed = new Map((await closedMonths(ctx)).map((row) => [row.month, row]));
  const months = monthsFrom(first, monthOf(new Date()));
  const open = months.filter((month) => !closed.has(month));
  const from = open[0];
  const until = monthAfter(months.at(-1) ?? first);
  const sums = from ? await sumsByMonth(ctx.db, scope, { from, until }) : new Map();
  let codBefore = "0";
  return months.map((month): Summary => {
    const kept = closed.get(month);
    const totals = kept?.totals ?? totalsOf(sums.get(month), codBefore);
    codBefore = totals.cod_balance;
    const closed_at = kept ? hongKongIso(kept.closed_at) : null;
    return { month, status: kept ? "CLOSED" : "OPEN", closed_at, currency: "HKD", totals };
  });
}

/** The months of an account, newest first, or one of them; none in testing (contract §26.1). */
export async function listOwn(
  ctx: AccountContext,
  { month, limit, offset }: InputOf<typeof contracts.listStatements>,
): Promise<Rows<contracts.ListedStatement>> {
  if (ctx.environment !== "production") return { rows: [], total: 0 };
  const { id: account_id, name: account_name } = ctx.account;
  const all = (await summaries(ctx)).reverse().filter((each) => month === undefined || each.month === month);
  const rows = all.slice(Number(offset), Number(offset) + Number(limit));
  return {
    rows: rows.map((row) => ({ ...row, account_id, account_name, balance: row.totals.charges })),
    total: all.length,
  };
}

/** A month as it is now. @throws ApiError NOT_FOUND for a month before the first or after this one */
export async function currentStatement(ctx: AccountContext, month: string): Promise<Statement> {
  const summary = (await summaries(ctx)).find((each) => each.month === month);
  if (!summary) throw notFound();
  const lines = await linesOf(ctx.db, scopeOf(ctx), month);
  return { ...summary, account_id: ctx.account.id, account_name: ctx.account.name, lines };
}

/**
 * The statement of a month in JSON, CSV or PDF; of a closed one always the same bytes (contract §26.4).
 * @throws ApiError NOT_FOUND
 */
export async function readStatement(
  ctx: AccountContext,
  { month, language }: InputOf<typeof contracts.readStatement>,
  asFile?: string,
): Promise<Statement | Download> {
  requireProduction(ctx);
  const kept = await ctx.db
    .selectFrom("statements")
    .select(["document", "csv", "pdf_en", "pdf_zh_hant"])
    .where("account_id", "=", ctx.account.id)
    .where("month", "=", month)
    .executeTakeFirst();
  const name = `statement-${ctx.account.id}-${month}`;
  const statement = kept ? (JSON.parse(kept.document) as Statement) : await currentStatement(ctx, month);
  if (!asFile) return statement;
  if (asFile === "text/csv") {
    const csv = kept?.csv ?? filesOf(statement).csv();
    return new Download(Buffer.from(csv), "text/csv; charset=utf-8", `${name}.csv`);
  }
  const pdf = kept ? (language === "en" ? kept.pdf_en : kept.pdf_zh_hant) : await filesOf(statement).pdf(language);
  return new Download(pdf, "application/pdf", `${name}.pdf`);
}

/** The lines of a month, oldest first, in parts. @throws ApiError NOT_FOUND */
export async function listStatementLines(
  ctx: AccountContext,
  { month, kind, limit, offset }: InputOf<typeof contracts.listStatementLines>,
): Promise<Rows<contracts.ListedLine>> {
  requireProduction(ctx);
  const { rows, total } = await partOf(ctx, month, kind, Number(limit), Number(offset));
  const payouts = rows.flatMap((row) => (row.kind === "COD_PAID_OUT" && row.id !== null ? [row.id] : []));
  const opposites = payouts.length > 0 ? await reversalsOf(ctx, payouts) : new Map<string, string>();
  const reversal = (id: string | null) => ({ reversed_by: opposites.get(id ?? "") ?? null });
  return { rows: rows.map((row) => (row.kind === "COD_PAID_OUT" ? { ...row, ...reversal(row.id) } : row)), total };
}

/** Of payouts that were reversed, by which. */
async function reversalsOf(ctx: AccountContext, payouts: readonly string[]): Promise<Map<string, string>> {
  const found = await scoped(ctx.db, scopeOf(ctx))
    .selectFrom("payouts")
    .select(["id", "reverses"])
    .where("reverses", "in", payouts)
    .execute();
  return new Map(found.map(({ id, reverses }) => [reverses ?? "", id]));
}

async function partOf(
  ctx: AccountContext,
  month: string,
  kind: contracts.LineKind | undefined,
  size: number,
  from: number,
): Promise<Rows<contracts.StatementLine>> {
  const kept = await ctx.db
    .selectFrom("statements")
    .select("document")
    .where("account_id", "=", ctx.account.id)
    .where("month", "=", month)
    .executeTakeFirst();
  if (kept) {
    const all = (JSON.parse(kept.document) as Statement).lines.filter((line) => !kind || line.kind === kind);
    return { rows: all.slice(from, from + size), total: all.length };
  }
  const scope = scopeOf(ctx);
  const rows = await linesOf(ctx.db, scope, month, { kind, limit: size, offset: from });
  return { rows, total: await countLines(ctx.db, scope, month, kind) };
}
