/** Owns a month over all accounts, as support sees and closes it (contract §26.10). */
import { sql } from "kysely";
import { hongKongIso, startOfHongKongDay } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/statement";
import { ApiError, invalid } from "@/lib/errors";
import { validationMessage } from "@/lib/i18n/validation";
import { actOn, recordAudit } from "@/server/accounts";
import type { Context } from "@/server/context";
import type { Rows } from "@/server/handler";
import { closeMonth } from "./close";
import { monthAfter, monthOf, sumsOfAccounts, totalsOf } from "./lines";
import { listOwn, requireProduction } from "./read";

type Listed = contracts.ListedStatement;
type AccountRow = {
  id: string;
  name: string;
  /** The last month that was closed, up to the one that is asked for. */
  month: string | null;
  closed_at: Date | null;
  totals: Listed["totals"] | null;
};

/**
 * The months of an account; for support that names none a month of all.
 * @throws ApiError 400 at `month`, if it names neither
 */
export async function listStatements(
  ctx: Context,
  input: InputOf<typeof contracts.listStatements>,
): Promise<Rows<Listed>> {
  if (ctx.account) return listOwn(ctx, input);
  if (input.month === undefined) throw invalid({ path: ["month"], key: "required" });
  const hasBegun = input.month <= monthOf(new Date());
  return hasBegun && ctx.environment === "production" ? listOfAll(ctx, input.month, input) : { rows: [], total: 0 };
}

/** A month of every account that was there before it was over, by name; those that had nothing, too. */
async function listOfAll(
  { db }: Context,
  month: string,
  page: { limit: string; offset: string },
): Promise<Rows<Listed>> {
  const end = startOfHongKongDay(`${monthAfter(month)}-01`);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from accounts where created_at < ${end}`.execute(db);
  const { rows: accounts } = await sql<AccountRow>`
    select a.id, a.name, s.* from accounts a
    left join lateral (
      select month, closed_at, totals from statements
      where account_id = a.id and month <= ${month} order by month desc limit 1
    ) s on true
    where a.created_at < ${end} order by lower(a.name), a.id limit ${Number(page.limit)} offset ${Number(page.offset)}`.execute(
    db,
  );
  const open = accounts.filter((account) => account.month !== month);
  const sums = await sumsOfAccounts(
    db,
    open.map(({ id, month: last }) => ({ id, since: last && monthAfter(last) })),
    monthAfter(month),
  );
  const rows = accounts.map((account): Listed => {
    const isClosed = account.month === month;
    const totals = isClosed && account.totals ? account.totals : openTotals(account, month, sums.get(account.id));
    return {
      ...{ account_id: account.id, account_name: account.name, month, status: isClosed ? "CLOSED" : "OPEN" },
      closed_at: isClosed && account.closed_at ? hongKongIso(account.closed_at) : null,
      ...{ currency: "HKD", totals, balance: totals.charges },
    };
  });
  return { rows, total: counted[0]?.count ?? 0 };
}

type Sums = Awaited<ReturnType<typeof sumsOfAccounts>> extends Map<string, infer Months> ? Months : never;

/** The totals of a month that is open, with the cash of those before it that are. */
function openTotals({ totals: last }: AccountRow, month: string, sums: Sums | undefined): Listed["totals"] {
  let before = last?.cod_balance ?? "0";
  for (const earlier of [...(sums?.keys() ?? [])].filter((each) => each < month).sort())
    before = totalsOf(sums?.get(earlier), before).cod_balance;
  return totalsOf(sums?.get(month), before);
}

/**
 * Closes a month of accounts one after the other; what stops one stops no other.
 * @throws ApiError NOT_FOUND in testing; 400 at `account_ids` for one that is named twice
 */
export async function closeStatements(
  ctx: Context,
  { month, account_ids }: InputOf<typeof contracts.closeStatements>,
): Promise<DataOf<typeof contracts.closeStatements>> {
  requireProduction(ctx);
  const twice = account_ids.findIndex((id, index) => account_ids.indexOf(id) !== index);
  if (twice >= 0) throw invalid({ path: ["account_ids", twice], key: "namedTwice" });
  const results: contracts.Closing[] = [];
  for (const id of account_ids) results.push(await closeOne(ctx, month, id));
  return { month, results };
}

async function closeOne(ctx: Context, month: string, account_id: string): Promise<contracts.Closing> {
  const refused = (message: string, account_name: string | null = null): contracts.Closing => ({
    ...{ account_id, account_name, result: "REFUSED", balance: null, message },
  });
  const operation = "closeStatement";
  const own = await actOn(ctx, account_id, { operation, objectId: month, isRead: false }).catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  if (!own) return refused(validationMessage("accountUnknown", undefined, ctx.language));
  let result: contracts.Closing["result"] = "WAS_CLOSED";
  try {
    const { totals } = await closeMonth(own, month, async (tx) => {
      const facts = { operation, objectId: month, before: { status: "OPEN" }, after: { month, status: "CLOSED" } };
      await recordAudit({ ...own, db: tx }, [account_id], facts);
      result = "CLOSED";
    });
    return { account_id, account_name: own.account.name, result, balance: totals.charges, message: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const [problem] =
      error.reason === "NOT_FOUND" ? [{ key: "nothingYet" as const, params: { month } }] : (error.problems ?? []);
    const message = problem ? validationMessage(problem.key, problem.params, ctx.language) : error.message;
    return refused(message, own.account.name);
  }
}
