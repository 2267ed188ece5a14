import { type RawBuilder, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import { CASE_KINDS, CASES, type CaseKind } from "@/lib/cases";
import type * as contracts from "@/lib/contracts/case";
import type { CaseRow, ListCasesQuery } from "@/lib/contracts/case";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import { notFound } from "@/lib/errors";
import type { OrderStatus } from "@/lib/orders/status";
import { actorNames, readVisit, recordRead } from "@/server/accounts";
import type { Context } from "@/server/context";
import { listOf } from "@/server/db/columns";
import type { Db } from "@/server/db/transaction";
import type { Selected } from "@/server/db/types";

const OF_CASE = [
  ...(["case_id", "kind", "account_id", "order_id", "webhook_id", "opened_at", "claimed_by", "claimed_at"] as const),
  ...(["closed_at", "closed_by", "closed_as", "note"] as const),
];
type Row = Selected<"cases", (typeof OF_CASE)[number]> & {
  account_name: string;
  pick_pack: boolean;
  reference: string | null;
  recipient_name: string | null;
  recipient_country: string | null;
  order_status: OrderStatus | null;
  estimated_delivery: Date | null;
  sub_status: string | null;
  description: string | null;
  webhook_url: string | null;
  age_minutes: number;
};

/** The hours within which a case `c` should be closed. */
const TARGET = sql`(case c.kind ${sql.join(
  CASE_KINDS.map((kind) => sql`when ${sql.lit(kind)} then ${sql.lit(CASES[kind].hours)}`),
  sql` `,
)} end)`;

/** Cases that match, with what they are about. */
async function read(db: Db, where: RawBuilder<unknown>, order = sql``, page = sql``): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${sql.raw(listOf(OF_CASE, "c"))}, a.name as account_name, a.pick_pack, o.reference, o.recipient_name,
      o.recipient_country, o.status as order_status, o.estimated_delivery, scan.sub_status, scan.description, w.url as webhook_url,
      greatest(0, floor(extract(epoch from coalesce(c.closed_at, now()) - c.opened_at) / 60))::int as age_minutes
    from (select c.* from cases c where ${where} ${order} ${page}) c
    join accounts a on a.id = c.account_id
    left join orders o on o.account_id = c.account_id and o.environment = c.environment and o.id = c.order_id
    left join webhook_endpoints w on w.id = c.webhook_id and w.account_id = c.account_id and w.environment = c.environment
    left join lateral (
      select t.sub_status, t.description from tracking_events t
      where t.account_id = c.account_id and t.environment = c.environment and t.order_id = c.order_id and t.moved
      order by t.id desc limit 1) scan on true
    ${order}`.execute(db);
  return rows;
}

async function present(db: Db, rows: readonly Row[]): Promise<CaseRow[]> {
  const idsOf = rows.flatMap(({ claimed_by, closed_by }) => [claimed_by, closed_by]);
  const names = await actorNames(
    db,
    idsOf.map((id) => id && `person:${id}`),
  );
  const person = (id: string | null) => (id === null ? null : { id, name: names.get(`person:${id}`) ?? id });
  const time = (at: Date | null) => at && hongKongIso(at);
  return rows.map(({ pick_pack, opened_at, claimed_at, closed_at, claimed_by, closed_by, ...row }) => ({
    ...row,
    account_pick_pack: pick_pack,
    estimated_delivery: time(row.estimated_delivery),
    opened_time: hongKongIso(opened_at),
    target_hours: CASES[row.kind].hours,
    claimed_by: person(claimed_by),
    claimed_time: time(claimed_at),
    closed_time: time(closed_at),
    closed_by: person(closed_by),
  }));
}

function conditionsOf(ctx: Context, query: Partial<ListCasesQuery>): RawBuilder<unknown> {
  const account = query.account_id ?? ctx.account?.id;
  const all = [
    sql`c.environment = ${ctx.environment}`,
    query.state === "closed" ? sql`c.closed_at is not null` : sql`c.closed_at is null`,
    query.kind && sql`c.kind = ${query.kind}`,
    query.claimed === "mine" && sql`c.claimed_by = ${ctx.actor.id}`,
    query.claimed === "none" && sql`c.claimed_by is null`,
    account && (/^\d+$/.test(account) ? sql`c.account_id = ${account}` : sql`false`),
  ].filter((each) => typeof each === "object");
  return sql.join(all, sql` and `);
}

/** The review queue of the environment, the most urgent first; the merchants on the page are looked at (contract §25.3). */
export async function listCases(ctx: Context, query: ListCasesQuery) {
  const where = conditionsOf(ctx, query);
  const urgent = sql`extract(epoch from now() - c.opened_at) / ${TARGET} desc, c.case_id`;
  const order = query.state === "closed" ? sql`c.closed_at desc, c.case_id` : urgent;
  const rows = await read(ctx.db, where, sql`order by ${order}`, sql`limit ${query.limit} offset ${query.offset}`);
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from cases c where ${where}`.execute(ctx.db);
  const accounts = [...new Set(rows.map(({ account_id }) => account_id))];
  if (accounts.length) await recordRead(ctx, accounts, "listCases");
  return { rows: await present(ctx.db, rows), total: counted[0]?.n ?? 0 };
}

/** How many cases are open: all, one's own, unclaimed, and of each kind. */
export async function countCases(
  ctx: Context,
  query: InputOf<typeof contracts.countCases>,
): Promise<DataOf<typeof contracts.countCases>> {
  const { rows } = await sql<{ kind: CaseKind; n: number; mine: number; unclaimed: number }>`
    select c.kind, count(*)::int as n, count(*) filter (where c.claimed_by = ${ctx.actor.id})::int as mine,
      count(*) filter (where c.claimed_by is null)::int as unclaimed
    from cases c where ${conditionsOf(ctx, query)} group by c.kind`.execute(ctx.db);
  const sum = (of: "n" | "mine" | "unclaimed") => rows.reduce((total, row) => total + row[of], 0);
  const kinds = Object.fromEntries(CASE_KINDS.map((kind) => [kind, rows.find((row) => row.kind === kind)?.n ?? 0]));
  return { all: sum("n"), mine: sum("mine"), unclaimed: sum("unclaimed"), kinds: kinds as Record<CaseKind, number> };
}

/** One case, with how many are open of its merchant. @throws ApiError NOT_FOUND */
export async function readCase(
  ctx: Context,
  { case_id }: InputOf<typeof contracts.readCase>,
): Promise<DataOf<typeof contracts.readCase>> {
  const where = sql`c.environment = ${ctx.environment} and c.case_id = ${case_id}`;
  const [row] = await present(ctx.db, await read(ctx.db, where));
  if (!row) throw notFound();
  await recordRead(ctx, [row.account_id], "readCase", row.case_id);
  const { all } = await countCases({ ...ctx, account: null }, { account_id: row.account_id });
  return { ...row, open_of_account: all, visit: await readVisit(ctx, row.account_id) };
}
