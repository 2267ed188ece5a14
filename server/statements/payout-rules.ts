/** Owns which payouts can be noted, by hand or by a file (contract §26.9). */
import { sql } from "kysely";
import { hongKongDate } from "@/lib/calendar";
import { type Decimal, decimal, money } from "@/lib/decimal";
import type { Problem } from "@/lib/errors";
import type { Db } from "@/server/db/transaction";
import { existingOrders, keyOf, type OrderKey, parcelsByNumber, rowsOfKeys } from "@/server/orders";

/** A payout as it is given. `numbers`: order ids and tracking numbers; null: not given. */
export type GivenPayout = {
  accountId: string;
  amount: string;
  paid_on: string;
  reference: string;
  numbers: readonly string[] | null;
};

type Found = Pick<Problem, "path" | "key" | "params">;
/** HKD collected, and the payout that it went into; null: it is still to be paid out. */
type Collected = { amount: string; reference: string | null };

type Ledger = {
  /** The day of the first confirmed order; null: there is none. */
  firstDay: string | null;
  closed: string | null;
  owed: Decimal;
  known: Set<string>;
};

const isId = (number: string) => /^\d{1,15}$/.test(number);
const keyOfPayout = ({ paid_on, amount, reference }: Pick<GivenPayout, "paid_on" | "amount" | "reference">) =>
  `${paid_on} ${money(amount)} ${reference}`;

/**
 * Judges payouts one after the other, as if those that are fine were noted. The caller has locked the accounts if they
 * are to be noted. Reads in a fixed number of statements.
 */
export async function payoutJudge(
  db: Db,
  payouts: readonly GivenPayout[],
): Promise<(payout: GivenPayout) => { problems: Found[]; orders: string[] }> {
  const ledgers = await readLedgers(db, payouts);
  const orderOf = await ordersByNumber(db, payouts);
  const keys = payouts.flatMap((payout) => (payout.numbers ?? []).flatMap((number) => orderOf(payout, number) ?? []));
  const cash = await readCash(db, keys);

  function judgeOrders(payout: GivenPayout): { problems: Found[]; orders: string[] } {
    const orders = new Set<string>();
    let sum = decimal(0);
    for (const number of payout.numbers ?? []) {
      const shown = number.slice(0, 40);
      const key = orderOf(payout, number);
      const problem = (key: Problem["key"], params: Problem["params"]) => ({
        problems: [{ path: ["orders"], key, params: { number: shown, ...params } }],
        orders: [],
      });
      if (!key) return problem("orderOfOther", {});
      const collected = cash.get(keyOf(key));
      if (!collected) return problem("orderNotCollected", {});
      if (collected.reference !== null) return problem("orderPaidOut", { reference: collected.reference });
      if (!orders.has(key.orderId)) sum = sum.plus(collected.amount);
      orders.add(key.orderId);
    }
    if (orders.size > 0 && !sum.eq(payout.amount))
      return { problems: [{ path: ["orders"], key: "ordersSum", params: { sum: money(sum) } }], orders: [] };
    return { problems: [], orders: [...orders] };
  }

  return (payout) => {
    const { accountId, amount, paid_on, reference } = payout;
    const ledger = ledgers.get(accountId);
    if (!ledger) return { problems: [{ path: ["account"], key: "accountUnknown" }], orders: [] };
    const { firstDay, closed, owed, known } = ledger;
    const problems: Found[] = [];
    if (firstDay === null) problems.push({ path: ["paid_on"], key: "noOrders" });
    else if (paid_on < firstDay)
      problems.push({ path: ["paid_on"], key: "beforeFirstOrder", params: { day: firstDay } });
    else if (closed !== null && closed >= paid_on.slice(0, 7))
      problems.push({ path: ["paid_on"], key: "monthClosed", params: { month: closed } });
    if (known.has(keyOfPayout(payout))) problems.push({ path: ["reference"], key: "payoutKnown" });
    else if (owed.lt(amount))
      problems.push({ path: ["amount"], key: "payoutAbove", params: { max: owed.gt(0) ? money(owed) : "0.00" } });
    const judged = judgeOrders(payout);
    problems.push(...judged.problems);
    if (problems.length > 0) return { problems, orders: [] };
    known.add(keyOfPayout(payout));
    ledger.owed = owed.minus(amount);
    for (const orderId of judged.orders) {
      const collected = cash.get(keyOf({ accountId, orderId }));
      if (collected) collected.reference = reference;
    }
    return { problems, orders: judged.orders };
  };
}

type LedgerRow = { id: string; first: Date | null; closed: string | null; balance: string | null; since: string };
type NotedRow = { account_id: string; paid_on: string; amount: string; reference: string };

async function readLedgers(db: Db, payouts: readonly GivenPayout[]): Promise<Map<string, Ledger>> {
  const ids = [...new Set(payouts.map(({ accountId }) => accountId))];
  const references = [...new Set(payouts.map(({ reference }) => reference))];
  // What closed months left is kept with the last of them.
  const { rows } = await sql<LedgerRow>`
    select a.id,
      (select min(o.confirmed_at) from orders o
        where o.account_id = a.id and o.environment = 'production' and o.confirmed_at is not null) as first,
      s.month as closed, s.totals->>'cod_balance' as balance,
      coalesce((select sum(e.amount) from order_entries e
        where e.account_id = a.id and e.environment = 'production' and e.kind = 'COD_COLLECTED' and e.at >= s.over), 0)
      - coalesce((select sum(p.amount) from payouts p
        where p.account_id = a.id and p.environment = 'production'
          and p.paid_on >= (s.over at time zone 'Asia/Hong_Kong')::date), 0) as since
    from accounts a
    cross join lateral (
      select max(month) as month,
        coalesce((to_date(max(month), 'YYYY-MM') + interval '1 month') at time zone 'Asia/Hong_Kong', '1970-01-01') as over,
        (select totals from statements k where k.account_id = a.id order by month desc limit 1) as totals
      from statements where account_id = a.id) s
    where a.id = any(${ids}::bigint[])`.execute(db);
  const { rows: noted } = await sql<NotedRow>`
    select p.account_id, p.paid_on::text as paid_on, p.amount, p.reference from payouts p
    where p.account_id = any(${ids}::bigint[]) and p.environment = 'production' and p.reverses is null
      and p.reference = any(${references}::text[])
      and not exists (select from payouts r
        where r.account_id = p.account_id and r.environment = p.environment and r.reverses = p.id)`.execute(db);
  return new Map(
    rows.map(({ id, first, closed, balance, since }) => [
      id,
      {
        firstDay: first && hongKongDate(first),
        closed,
        owed: decimal(balance ?? "0").plus(since),
        known: new Set(noted.filter(({ account_id }) => account_id === id).map(keyOfPayout)),
      },
    ]),
  );
}

/** The order of a payout's account that a number names; null: none. An id says nothing without its account. */
async function ordersByNumber(
  db: Db,
  payouts: readonly GivenPayout[],
): Promise<(payout: GivenPayout, number: string) => OrderKey | null> {
  const byId = ({ accountId }: GivenPayout, id: string) => ({ accountId, orderId: String(BigInt(id)) });
  const ids = await existingOrders(
    db,
    payouts.flatMap((payout) => (payout.numbers ?? []).filter(isId).map((id) => byId(payout, id))),
  );
  const parcels = await parcelsByNumber(
    db,
    payouts.flatMap(({ numbers }) => numbers ?? []),
  );
  return (payout, number) => {
    if (isId(number)) return ids.has(keyOf(byId(payout, number))) ? byId(payout, number) : null;
    const parcel = parcels.get(number);
    return parcel?.accountId === payout.accountId ? parcel : null;
  };
}

/** What was collected for these orders, by {@link keyOf}, and whether it was paid out. */
async function readCash(db: Db, keys: readonly OrderKey[]): Promise<Map<string, Collected>> {
  const { rows } = await sql<{ account_id: string; order_id: string; amount: string; reference: string | null }>`
    select k.account_id, k.order_id, e.amount, (
      select p.reference from payouts p
      where p.account_id = k.account_id and p.environment = 'production' and p.reverses is null
        and k.order_id = any(p.orders)
        and not exists (select from payouts r
          where r.account_id = p.account_id and r.environment = p.environment and r.reverses = p.id)
      limit 1) as reference
    from ${rowsOfKeys(keys)} cross join lateral (
      select sum(amount) as amount from order_entries
      where account_id = k.account_id and environment = 'production' and order_id = k.order_id and kind = 'COD_COLLECTED'
    ) e
    where e.amount > 0`.execute(db);
  return new Map(
    rows.map(({ account_id, order_id, amount, reference }) => [
      keyOf({ accountId: account_id, orderId: order_id }),
      { amount, reference },
    ]),
  );
}
