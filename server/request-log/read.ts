import { type RawBuilder, type SqlBool, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type { LoggedCall, listRequestErrors, listRequests, readRequest } from "@/lib/contracts/request";
import type { Environment } from "@/lib/environment";
import { notFound } from "@/lib/errors";
import { tidyNumber } from "@/lib/tidy-number";
import { type AccountContext, scopeOf } from "@/server/context";
import { countUpTo } from "@/server/db/counting";
import { within } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";

import { repeatOf } from "./repeat";

/** Of how many failed calls, the latest ones, the errors are grouped. */
const MOST_GROUPED = 20_000;

type Row = Omit<LoggedCall, "at" | "errors" | "gap"> & {
  at: Date;
  codes: string[];
  fields: string[];
  gap_since: Date | null;
  gap_calls: number | null;
};

function present({ at, codes, fields, gap_since, gap_calls, ...row }: Row): LoggedCall {
  return {
    ...row,
    at: hongKongIso(at),
    errors: codes.map((code, index) => ({ code, field: fields[index] ?? "" })),
    gap: gap_since && { since: hongKongIso(gap_since), calls: gap_calls },
  };
}

const COLUMNS = sql`l.request_id, l.at, l.method, l.path, l.query, l.operation, l.status, l.ms, l.client_id,
  coalesce(c.label, p.name) as caller, l.codes, l.fields, l.gap_since, l.gap_calls`;
const CALLERS = sql`left join api_clients c on c.id = l.client_id left join people p on p.id = l.person_id`;

type Filters = Omit<InputOf<typeof listRequests>, "limit" | "offset">;

/** Days are Hong Kong's, both included. */
function inDays({ from, to }: Pick<Filters, "from" | "to">): RawBuilder<SqlBool>[] {
  return [
    ...(from ? [sql<SqlBool>`at >= ${`${from} 00:00+08`}::timestamptz`] : []),
    ...(to ? [sql<SqlBool>`at < ${`${to} 00:00+08`}::timestamptz + interval '1 day'`] : []),
  ];
}

/** Whether a field of the call has the error `code`, or any. */
function hasError(field: string, code: string | undefined): RawBuilder<SqlBool> {
  const ofCode = code ? sql`and e.code = ${code}` : sql``;
  return sql`exists (select from unnest(codes, fields) e (code, field) where e.field = ${field} ${ofCode})`;
}

function conditions({ status, client_id, operation, code, field, q, ...days }: Filters): RawBuilder<SqlBool>[] {
  const [least, most] = status?.endsWith("xx")
    ? [Number(status[0]) * 100, Number(status[0]) * 100 + 99]
    : [Number(status), Number(status)];
  return [
    ...inDays(days),
    // Literals, so that the planner sees whether the index of errors has them.
    ...(status ? [sql<SqlBool>`status between ${sql.lit(least)} and ${sql.lit(most)}`] : []),
    ...(client_id ? [sql<SqlBool>`client_id = ${client_id}`] : []),
    ...(operation ? [sql<SqlBool>`operation = ${operation}`] : []),
    ...(code ? [sql<SqlBool>`status >= 400 and codes @> ${[code]}::text[]`] : []),
    ...(field ? [sql<SqlBool>`status >= 400 and ${hasError(field, code)}`] : []),
    ...(q ? [sql<SqlBool>`objects && ${[q.toLowerCase(), tidyNumber(q).toLowerCase()]}::text[]`] : []),
  ];
}

/** Logged calls, the latest first; `q` is a whole id, tracking number or reference. */
export async function listCalls(ctx: AccountContext, { limit, offset, ...filters }: InputOf<typeof listRequests>) {
  const scope = scopeOf(ctx);
  // Materialised: otherwise the planner reads the list in its order until it meets a match.
  const found = sql`found as ${sql.raw(filters.q ? "" : "not")} materialized (
    select at, request_id from request_log
    where ${sql.join([within(scope), ...conditions(filters)], sql` and `)})`;
  const counted = await countUpTo(ctx.db, sql`with ${found} select from found`);
  const { rows } = await sql<Row>`
    with ${found}, page as (
      select at, request_id from found order by at desc, request_id desc limit ${Number(limit)} offset ${Number(offset)})
    select ${COLUMNS} from page
    join request_log l on l.at = page.at and l.request_id = page.request_id and ${within(scope, "l")}
    ${CALLERS} order by l.at desc, l.request_id desc`.execute(ctx.db);
  return { rows: rows.map(present), ...counted };
}

/** Whose call a request id is, over all accounts; null: none that is logged. */
export async function accountOfCall(
  db: Db,
  environment: Environment,
  requestId: string,
): Promise<{ account_id: string; account_name: string } | null> {
  const { rows } = await sql<{ account_id: string; account_name: string }>`
    select a.id as account_id, a.name as account_name from request_log l join accounts a on a.id = l.account_id
    where l.environment = ${environment} and l.objects @> ${[requestId]}::text[] and l.request_id = ${requestId}
    limit 1`.execute(db);
  return rows[0] ?? null;
}

/** One logged call with its bodies. @throws ApiError NOT_FOUND */
export async function readCall(
  ctx: AccountContext,
  { request_id }: InputOf<typeof readRequest>,
): Promise<DataOf<typeof readRequest>> {
  type Whole = Row & { request: string | null; answer: string | null };
  const { rows } = await sql<Whole>`
    select ${COLUMNS}, l.request, l.answer from request_log l ${CALLERS}
    where ${within(scopeOf(ctx), "l")} and l.objects @> ${[request_id.toLowerCase()]}::text[]
      and l.request_id = ${request_id}`.execute(ctx.db);
  if (!rows[0]) throw notFound();
  const { request, answer, ...row } = rows[0];
  const call = present(row);
  return { ...call, request, answer, repeat: repeatOf({ ...call, request }) };
}

/** The errors of the latest failed calls, grouped; `isAtLeast`: earlier ones were left out. */
export async function groupErrors(ctx: AccountContext, input: InputOf<typeof listRequestErrors>) {
  const { limit, offset, client_id, ...days } = input;
  const where = [within(scopeOf(ctx)), sql<SqlBool>`status >= 400`, ...conditions({ client_id, ...days })];
  type Group = { code: string; field: string; operation: string; count: number; first: Date; last: Date };
  const { rows } = await sql<Group & { calls: number }>`
    with failed as materialized (
      select at, operation, codes, fields from request_log where ${sql.join(where, sql` and `)}
      order by at desc limit ${MOST_GROUPED + 1})
    select e.code, e.field, operation, count(*)::int as count, min(at) as first, max(at) as last,
      (select count(*)::int from failed) as calls
    from failed, unnest(codes, fields) e (code, field)
    group by e.code, e.field, operation order by count desc, last desc, e.code, e.field, operation`.execute(ctx.db);
  const from = Number(offset);
  return {
    rows: rows.slice(from, from + Number(limit)).map(({ first, last, calls: _calls, ...group }) => ({
      ...group,
      first_at: hongKongIso(first),
      last_at: hongKongIso(last),
    })),
    total: rows.length,
    isAtLeast: (rows[0]?.calls ?? 0) > MOST_GROUPED,
  };
}
