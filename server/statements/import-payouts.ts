import { sql } from "kysely";
import type { PayoutRow } from "@/lib/contracts/statement-import";
import { money } from "@/lib/decimal";
import type { Problem } from "@/lib/errors";
import { actorOf, type Context, type Db, type Tx } from "@/server/context";
import { jsonRows } from "@/server/db/columns";
import { statementTables } from "@/server/db/tables/statements";
import { existingOrders, keyOf, parcelsByNumber } from "@/server/orders";
import { type Draft, wrong } from "./import-file";
import type { Applied } from "./imported-lines";
import { newPayoutId } from "./payouts";

/** The orders' numbers of a row: tracking numbers and ids. */
const numbersOf = ({ orders = "" }: PayoutRow) =>
  orders
    .toUpperCase()
    .split(/[\s,;，、]+/)
    .filter(Boolean);
const accountOf = ({ account }: PayoutRow) => String(BigInt(account));
const isId = (number: string) => /^\d{1,15}$/.test(number);

/** Says whether a number is of an order of the row's account. An id says nothing without its account. */
async function ordersOf(db: Db, rows: readonly PayoutRow[]): Promise<(row: PayoutRow, number: string) => boolean> {
  const orderOf = (row: PayoutRow, id: string) => ({ accountId: accountOf(row), orderId: String(BigInt(id)) });
  const keys = rows.flatMap((row) =>
    numbersOf(row)
      .filter(isId)
      .map((id) => orderOf(row, id)),
  );
  const ids = await existingOrders(db, keys);
  const parcels = await parcelsByNumber(db, rows.flatMap(numbersOf));
  return (row, number) =>
    isId(number) ? ids.has(keyOf(orderOf(row, number))) : parcels.get(number)?.accountId === accountOf(row);
}

/** The last closed month of each account. */
async function closedMonths(db: Db, accountIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ account_id: string; month: string }>`
    select account_id, max(month) as month from statements
    where account_id = any(${[...accountIds]}::bigint[]) group by account_id`.execute(db);
  return new Map(rows.map(({ account_id, month }) => [account_id, month]));
}

/** The payouts of a file, as noting them one by one would make them; `isLocked`: no month of theirs can be closed meanwhile. */
export async function planPayouts(
  db: Db,
  { language }: Context,
  drafts: readonly Draft<PayoutRow>[],
  isLocked: boolean,
): Promise<Applied[]> {
  const open = drafts.filter(({ shown }) => shown.state === "READY");
  const wanted = [...new Set(open.flatMap(({ given }) => (given ? accountOf(given) : [])))];
  // Whoever closes a month holds the same locks.
  const { rows: accounts } = await sql<{ id: string }>`
    select id from accounts where id = any(${wanted}::bigint[]) order by id ${isLocked ? sql`for update` : sql``}`.execute(
    db,
  );
  const known = new Set(accounts.map(({ id }) => id));
  const closed = await closedMonths(db, [...known]);
  const isOwn = await ordersOf(
    db,
    open.flatMap(({ given }) => given ?? []),
  );
  return open.flatMap(({ given, shown }): Applied[] => {
    if (!given) return [];
    const { paid_on } = given;
    const accountId = accountOf(given);
    shown.account_id = accountId;
    shown.amount = money(given.amount);
    const problems: Pick<Problem, "path" | "key" | "params">[] = [];
    const month = closed.get(accountId);
    if (!known.has(accountId)) problems.push({ path: ["account"], key: "accountUnknown" });
    else if (month && month >= paid_on.slice(0, 7))
      problems.push({ path: ["paid_on"], key: "monthClosed", params: { month } });
    const other = numbersOf(given).find((number) => !isOwn(given, number));
    if (other !== undefined)
      problems.push({ path: ["orders"], key: "orderOfOther", params: { number: other.slice(0, 40) } });
    if (problems.length > 0) {
      wrong(shown, problems, language);
      return [];
    }
    const none = { orderId: null, parcel: null, weight: null };
    return [{ id: newPayoutId(), line: shown.line, accountId, amount: shown.amount, ...none }];
  });
}

/** Notes the payouts of a file's lines, in one statement. */
export async function applyPayouts(
  tx: Tx,
  ctx: Context,
  lines: readonly Applied[],
  given: ReadonlyMap<string, PayoutRow>,
): Promise<void> {
  const of = { environment: "production", actor: actorOf(ctx) } as const;
  const rows = lines.flatMap(({ id, line, accountId: account_id, amount }) => {
    const row = given.get(line);
    return id && row ? [{ ...of, account_id, id, amount, paid_on: row.paid_on, reference: row.reference }] : [];
  });
  if (rows.length > 0) await sql`insert into payouts ${jsonRows(statementTables.payouts, rows)}`.execute(tx);
}
