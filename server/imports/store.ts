import { type RawBuilder, type Selectable, sql } from "kysely";
import type { RowState } from "@/lib/contracts/import";
import { jsonRows } from "@/server/db/columns";
import { type Scope, scoped, within } from "@/server/db/scoped";
import { importTables } from "@/server/db/tables/imports";
import type { Db, Tx } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import type { JudgedRow, Values } from "./judge";

export type ImportTableRow = Selectable<Tables["imports"]>;
export type StoredRow = Selectable<Tables["import_rows"]>;

/** An import; `isLocked`: nobody else changes it meanwhile. */
export async function findImport(
  db: Db,
  scope: Scope,
  id: string,
  { isLocked = false } = {},
): Promise<ImportTableRow | undefined> {
  const query = scoped(db, scope).selectFrom("imports").selectAll().where("id", "=", id);
  return (isLocked ? query.forUpdate() : query).executeTakeFirst();
}

/** Changes an import. */
export async function changeImport(
  db: Db,
  scope: Scope,
  id: string,
  change: { [Name in keyof ImportTableRow]?: ImportTableRow[Name] | RawBuilder<ImportTableRow[Name]> | string },
): Promise<void> {
  await scoped(db, scope)
    .updateTable("imports")
    .set(change as never)
    .where("id", "=", id)
    .execute();
}

/** What PostgreSQL takes of a text in JSON: no NUL, and no half of a pair. */
const storable = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.replace(/\0|\p{Surrogate}/gu, "\ufffd")]));

/** Writes rows as they are judged, whether or not they are there already; corrections that are there stay. */
export async function writeRows(db: Db, scope: Scope, id: string, rows: readonly JudgedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const own = { account_id: scope.accountId, environment: scope.environment, import_id: id };
  const whole = rows.map(({ cells, edits, problems, ...row }) => ({
    ...own,
    ...row,
    cells: storable(cells),
    edits: edits && storable(edits),
    problems: problems && JSON.parse(JSON.stringify(problems).replace(/\\u0000|\\ud[89a-f][\da-f]{2}/gi, "\ufffd")),
  }));
  await sql`
    insert into import_rows ${jsonRows(importTables.import_rows, whole as never)}
    on conflict (import_id, n) do update set first_n = excluded.first_n, reference = excluded.reference,
      cells = excluded.cells, edits = excluded.edits, state = excluded.state, problems = excluded.problems,
      price = excluded.price, fingerprint = excluded.fingerprint, service = excluded.service, hold = excluded.hold`.execute(
    db,
  );
}

/** Deletes rows after the last one: the file has one more or less when its first line is a row. */
export async function deleteRowsAfter(db: Db, scope: Scope, id: string, last: number): Promise<void> {
  await scoped(db, scope).deleteFrom("import_rows").where("import_id", "=", id).where("n", ">", last).execute();
}

/** Gives rows other numbers, with their corrections: the first line of the file is a row now, or none any more. */
export async function shiftRows(tx: Tx, scope: Scope, id: string, by: 1 | -1): Promise<void> {
  const own = sql`${within(scope)} and import_id = ${id}`;
  // By way of numbers that no row has, because each is there once at any time.
  await sql`update import_rows set n = -(n + ${by}) where ${own}`.execute(tx);
  await sql`delete from import_rows where ${own} and n = 0`.execute(tx);
  await sql`update import_rows set n = -n, first_n = -n where ${own} and n < 0`.execute(tx);
}

const SHOWN = [
  "n",
  "first_n",
  "reference",
  "cells",
  "edits",
  "state",
  "problems",
  "price",
  "object_id",
  "fingerprint",
  "hold",
] as const;

type Which = { state?: RowState; ns?: readonly number[]; limit?: number; offset?: number };

/** Rows of an import in the file's order. */
export async function readRows(
  db: Db,
  scope: Scope,
  id: string,
  { state, ns, limit, offset }: Which = {},
): Promise<Pick<StoredRow, (typeof SHOWN)[number]>[]> {
  let query = scoped(db, scope).selectFrom("import_rows").select(SHOWN).where("import_id", "=", id).orderBy("n");
  if (state) query = query.where("state", "=", state);
  if (ns) query = query.where("n", "in", ns);
  if (limit !== undefined) query = query.limit(limit);
  if (offset !== undefined) query = query.offset(offset);
  return query.execute();
}

/** How many rows are in a state. */
export async function countRows(db: Db, scope: Scope, id: string, state: RowState): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from import_rows where ${within(scope)} and import_id = ${id} and state = ${state}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** What an import's rows have by which they may repeat one another, in their order. */
export async function readValues(db: Db, scope: Scope, id: string, unique: readonly string[]): Promise<Values[]> {
  const values = unique.map((column) => sql`nullif(coalesce(edits ->> ${column}, cells ->> ${column}), '')`);
  const { rows } = await sql<Values>`
    select n, reference, ${values.length ? sql`array[${sql.join(values)}]` : sql`'{}'::text[]`} as "unique"
    from import_rows where ${within(scope)} and import_id = ${id} order by n`.execute(db);
  return rows;
}

type Figures = Pick<ImportTableRow, "things" | "wrong" | "ready" | "total_price"> & { unknown: number };

/** Counts an import's rows again. */
export async function figuresOf(db: Db, scope: Scope, id: string): Promise<Figures> {
  const { rows } = await sql<Figures>`
    with orders as (
      select first_n, bool_and(state in ('good', 'fixed')) as is_good, max(price) as price
      from import_rows where ${within(scope)} and import_id = ${id} group by first_n)
    select count(*)::int as things, count(*) filter (where is_good)::int as ready,
      coalesce(sum(price) filter (where is_good), 0) as total_price,
      (select count(*)::int from import_rows where ${within(scope)} and import_id = ${id} and state = 'wrong') as wrong
    from orders`.execute(db);
  return rows[0] as Figures;
}

/** The rows of the next orders that may be made, after a row. */
export async function nextOrders(db: Db, scope: Scope, id: string, { after, limit }: { after: number; limit: number }) {
  const own = (table: string) => sql`${within(scope, table)} and ${sql.ref(`${table}.import_id`)} = ${id}`;
  const { rows } = await sql<StoredRow>`
    select n, first_n, reference, cells, edits, state, problems, price, object_id, fingerprint, hold from import_rows r
    where ${own("r")} and first_n = any (array(
      select n from import_rows f
      where ${own("f")} and f.n > ${after} and f.n = f.first_n and f.state in ('good', 'fixed') and not exists (
        select from import_rows x where ${own("x")} and x.first_n = f.n and x.state not in ('good', 'fixed'))
      order by n limit ${limit}))
    order by n`.execute(db);
  return rows;
}

/** `hold`: why what was made is only saved. */
type Outcome = Pick<StoredRow, "object_id" | "problems" | "hold"> & { first_n: number };

/** Says of orders what became of them; what is wrong is said on their first rows. */
export async function settleOrders(tx: Tx, scope: Scope, id: string, outcomes: readonly Outcome[]): Promise<void> {
  const rows = JSON.stringify(outcomes);
  await sql`
    update import_rows r set object_id = o.object_id,
      state = case when o.object_id is null then 'failed' else 'done' end,
      problems = case when r.n = o.first_n then o.problems end,
      hold = case when r.n = o.first_n and o.object_id is not null then o.hold else r.hold end
    from json_to_recordset(${rows}::json) as o (first_n int, object_id text, problems jsonb, hold text)
    where ${within(scope, "r")} and r.import_id = ${id} and r.first_n = o.first_n
      and r.first_n = any (${outcomes.map(({ first_n }) => first_n)}::int[])`.execute(tx);
}
