/** Owns what people and clients ask of imports (contract §39); the work on them is in `work.ts`. */

import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { InputOf } from "@/lib/contracts/contract";
import * as contracts from "@/lib/contracts/import";
import { money } from "@/lib/decimal";
import { ENTRY_ERRORS, invalid, notFound } from "@/lib/errors";
import type { FileKind } from "@/lib/file-kinds";
import { type Language, validationMessage } from "@/lib/i18n/validation";
import { readCell } from "@/lib/tables/csv-cells";
import { type AccountContext, scopeOf } from "@/server/context";
import { type Scope, scoped, within } from "@/server/db/scoped";
import type { RowProblem } from "@/server/db/tables/imports";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import type { Rows } from "@/server/handler";
import { createOnce } from "@/server/idempotency";
import { addJob, type JobRow, presentAsker, stopJob } from "@/server/jobs";
import { KEPT_DAYS } from "@/server/retention";
import { columnsAsSaid, columnsOfFile, rememberColumns, requireColumns } from "./columns";
import { groupsOf } from "./groups";
import { IMPORT } from "./job";
import { cellsNow, type Row, RowJudge, repeatsOf, type Values, valuesOf } from "./judge";
import { kindOf, requireMaker } from "./kinds";
import { clean, MAX_FILE_ROWS, unreadable } from "./limits";
import { readFile } from "./read-file";
import {
  changeImport,
  countRows,
  figuresOf,
  findImport,
  type ImportTableRow,
  readRows,
  readValues,
  type StoredRow,
  shiftRows,
  writeRows,
} from "./store";

function present(row: ImportTableRow): contracts.Import {
  const { id, kind, name, status, rows, things, wrong, ready, unpriced, done, changed, unchanged, failed, same_as } =
    row;
  return {
    ...{ import_id: id, kind, name, status, rows, orders: things, wrong, ready, unpriced, same_as },
    ...{ done, changed, unchanged, failed },
    total_price: money(row.total_price),
    has_headers: row.has_headers,
    mapping: Object.fromEntries(row.mapping),
    confirm_shipment: row.confirm_shipment,
    created_by: presentAsker(row),
    create_time: hongKongIso(row.created_at),
    finish_time: row.finished_at && hongKongIso(row.finished_at),
  };
}

/** An import as it can be read. @throws ApiError NOT_FOUND */
async function find(ctx: AccountContext, id: string, { isLocked = false } = {}): Promise<ImportTableRow> {
  const row = await findImport(ctx.db, scopeOf(ctx), id, { isLocked });
  if (!row) throw notFound();
  return row;
}

/** An import that nobody else changes meanwhile. @throws ApiError NOT_FOUND, FORBIDDEN */
async function findToChange(ctx: AccountContext, id: string): Promise<ImportTableRow> {
  const row = await find(ctx, id, { isLocked: true });
  requireMaker(ctx, row.kind);
  return row;
}

const isOpen = ({ status }: ImportTableRow) => status === "WRONG" || status === "READY";

/** An import that waits to be started, to be changed. @throws ApiError NOT_FOUND, FORBIDDEN; 400 at `import_id` */
async function findOpen(ctx: AccountContext, id: string): Promise<ImportTableRow> {
  const row = await findToChange(ctx, id);
  if (!isOpen(row)) throw invalid({ path: ["import_id"], key: "importNotOpen", params: { status: row.status } });
  return row;
}

/** How many rows of data a file has. @throws ApiError 400 at `file` where it has none, or too many */
function rowsOf(lines: readonly unknown[], hasHeaders: boolean): number {
  const rows = lines.length - (hasHeaders ? 1 : 0);
  if (rows === 0) throw unreadable("fileNoRows");
  if (rows > MAX_FILE_ROWS) throw unreadable("fileRows", { max: MAX_FILE_ROWS });
  return rows;
}

/** Refuses one more than may be unfinished. */
async function requireOpen(db: Db, scope: Scope): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from imports where ${within(scope)} and status not in ('DONE', 'CANCELLED')`.execute(db);
  const max = contracts.MAX_OPEN_IMPORTS;
  if ((rows[0]?.n ?? 0) >= max) throw invalid({ path: ["file"], key: "importLimit", params: { max } });
}

/** Room for one more: those that are not finished have a limit, of those that are the oldest go. */
async function requireRoom(tx: Tx, scope: Scope): Promise<void> {
  // The second of two at once counts the first.
  await sql`select 1 from accounts where id = ${scope.accountId} for no key update`.execute(tx);
  await requireOpen(tx, scope);
  await sql`
    delete from imports where ${within(scope)} and id = any (array(
      select id from imports where ${within(scope)} and status in ('DONE', 'CANCELLED')
      order by created_at desc, id offset ${contracts.MAX_KEPT_IMPORTS - 1}))`.execute(tx);
}

/** The first import of the same content of which something was made, or still may be. */
async function sameContent(tx: Tx, scope: Scope, kind: FileKind, hash: Buffer, own = ""): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from imports
    where ${within(scope)} and content_hash = ${hash} and kind = ${kind} and id <> ${own} and (status <> 'CANCELLED' or done > 0)
      and created_at > now() - interval ${sql.lit(`${KEPT_DAYS.imports} days`)}
    order by created_at, id limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Adds the job that judges all rows of an import. */
async function check(tx: Tx, ctx: AccountContext, id: string, rows: number): Promise<JobRow> {
  const job = `ij_${randomBytes(12).toString("hex")}`;
  const payload = { import_id: id, step: "check" as const };
  return addJob(tx, ctx, IMPORT, { id: job, payload, total: rows, result: {}, key: id });
}

/**
 * Takes a file whose rows are judged in the background (contract §39.1).
 * @throws ApiError 400 at `file`, saying what to do; 500998 with the id of the import that the key began
 */
export async function createImport(
  ctx: AccountContext,
  { kind, name, content }: InputOf<typeof contracts.createImport>,
): Promise<contracts.Import> {
  const scope = scopeOf(ctx);
  requireMaker(ctx, kind);
  await requireOpen(ctx.db, scope);
  const lines = await readFile(content);
  if (lines.length === 0) throw unreadable("fileNoRows");
  const { hasHeaders, mapping } = await columnsOfFile(ctx, kind, lines);
  const rows = rowsOf(lines, hasHeaders);
  // A workbook and a CSV file of the same cells are the same.
  const hash = createHash("sha256");
  for (const cells of lines) hash.update(JSON.stringify(cells.map((cell) => readCell(cell.trim()))));
  const content_hash = hash.digest();
  const id = `im_${randomBytes(9).toString("hex")}`;
  const work = async (tx: Tx) => {
    await requireRoom(tx, scope);
    const same_as = await sameContent(tx, scope, kind, content_hash);
    const { id: job_id, actor_kind, actor_name } = await check(tx, ctx, id, rows);
    const row = {
      id,
      kind,
      name,
      job_id,
      content_hash,
      same_as,
      has_headers: hasHeaders,
      rows,
      actor_kind,
      actor_name,
    };
    await scoped(tx, scope)
      .insertInto("imports", { ...row, mapping: JSON.stringify(mapping) })
      .execute();
    await scoped(tx, scope)
      .insertInto("import_files", { import_id: id, file: Buffer.from(content) })
      .execute();
    return present((await findImport(tx, scope, id)) as ImportTableRow);
  };
  return createOnce(ctx, contracts.createImport.id, id, work, "import_id");
}

/** The account's imports, the latest first (contract §39.1). */
export async function listImports(
  ctx: AccountContext,
  { kind, limit, offset }: InputOf<typeof contracts.listImports>,
): Promise<Rows<contracts.Import>> {
  const all = scoped(ctx.db, scopeOf(ctx)).selectFrom("imports");
  const own = kind ? all.where("kind", "=", kind) : all;
  const rows = await own
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(Number(limit))
    .offset(Number(offset))
    .execute();
  const { n } = await own.select(({ fn }) => fn.countAll<string>().as("n")).executeTakeFirstOrThrow();
  return { rows: rows.map(present), total: Number(n) };
}

/** How far an import is. @throws ApiError NOT_FOUND */
export async function readImport(
  ctx: AccountContext,
  { import_id: id }: InputOf<typeof contracts.readImport>,
): Promise<contracts.Import> {
  return present(await find(ctx, id));
}

/** What is wrong with a cell, in words. */
export function messageOf({ key, params, message = "" }: RowProblem, language: Language): string {
  return key ? validationMessage(key, params, language) : message;
}

function codeOf(reason: string | undefined): { code?: string } {
  const known = ENTRY_ERRORS as Readonly<Record<string, { code: string }>>;
  return reason && known[reason] ? { code: known[reason].code } : {};
}

function presentRow(
  row: Omit<StoredRow, "account_id" | "environment" | "import_id" | "service">,
  kind: FileKind,
  language: Language,
): contracts.ImportRow {
  const { n, first_n, reference, state, problems, object_id } = row;
  return {
    ...{ n, reference, first_n, state, order_id: kind === "orders" ? object_id : null },
    values: cellsNow(row),
    corrected: Object.keys(row.edits ?? {}),
    errors: (problems ?? []).map((problem) => ({
      column: problem.column,
      message: messageOf(problem, language),
      ...codeOf(problem.reason),
    })),
    price: row.price === null ? null : money(row.price),
    hold: row.hold,
  };
}

/** Rows of an import, in the file's order (contract §39.3). @throws ApiError NOT_FOUND */
export async function listImportRows(
  ctx: AccountContext,
  { import_id: id, state, limit, offset }: InputOf<typeof contracts.listImportRows>,
): Promise<Rows<contracts.ImportRow>> {
  const found = await find(ctx, id);
  const scope = scopeOf(ctx);
  const rows = await readRows(ctx.db, scope, id, { state, limit: Number(limit), offset: Number(offset) });
  const total = state ? await countRows(ctx.db, scope, id, state) : found.rows;
  return { rows: rows.map((row) => presentRow(row, found.kind, ctx.language)), total };
}

/** What has to be judged again once rows are others, by their rows: their own, and what they join, leave or repeat. */
function touched(
  kind: FileKind,
  before: readonly Values[],
  after: readonly Values[],
  ns: ReadonlySet<number>,
): number[][] {
  const keyed = (rows: readonly Values[]) => {
    const repeats = repeatsOf(kind, rows);
    const groups = groupsOf(
      rows.map(({ reference }) => reference),
      kindOf(kind),
    );
    return groups.map(({ from, to }) => {
      // Which earlier row it repeats changes the words of an error, not what is wrong.
      const repeated = (repeats.get(rows[from]?.n ?? 0) ?? []).map(({ column }) => column);
      return { from, to, key: `${from} ${to} ${repeated}` };
    });
  };
  const known = new Set(keyed(before).map(({ key }) => key));
  return keyed(after)
    .map(({ from, to, key }) => ({ key, order: after.slice(from, to).map(({ n }) => n) }))
    .filter(({ key, order }) => !known.has(key) || order.some((n) => ns.has(n)))
    .map(({ order }) => order);
}

/** Brings the figures of an import, and whether it may be started, to what its rows are. */
export async function settleFigures(tx: Tx, scope: Scope, id: string): Promise<void> {
  const { things, ready, wrong, total_price } = await figuresOf(tx, scope, id);
  await changeImport(tx, scope, id, { things, ready, wrong, total_price, status: wrong > 0 ? "WRONG" : "READY" });
}

/** A row with what is typed into it; what the file says already is no correction. */
function corrected(
  kind: FileKind,
  { n, cells, edits: before }: Row,
  values: Readonly<Record<string, string | undefined>>,
): Row {
  const { exact } = kindOf(kind);
  const textOf = (column: string, value: string) => (exact.includes(column) && value.trim() ? value : value.trim());
  const typed = Object.entries(values).map(([column, value = ""]) => [column, clean(textOf(column, value))] as const);
  const edits = Object.entries({ ...before, ...Object.fromEntries(typed) }).filter(
    ([column, value]) => value !== (cells[column] ?? ""),
  );
  return { n, cells, edits: edits.length > 0 ? Object.fromEntries(edits) : null };
}

type Change = { n: number; values: Readonly<Record<string, string | undefined>> };

/** Corrects rows in one step; gives every row that was judged again. @throws ApiError what `changeImportRow` throws */
async function correct(ctx: AccountContext, id: string, changes: readonly Change[]): Promise<contracts.ImportRow[]> {
  const scope = scopeOf(ctx);
  const { kind } = await find(ctx, id);
  requireColumns(kind, [...new Set(changes.flatMap(({ values }) => Object.keys(values)))]);
  const judge = await RowJudge.open(ctx, kind);
  return withTransaction(ctx.db, async (tx) => {
    await findOpen({ ...ctx, db: tx }, id);
    const ns = [...new Set(changes.map(({ n }) => n))];
    const own = new Map<number, Row>((await readRows(tx, scope, id, { ns })).map((row) => [row.n, row]));
    for (const { n, values } of changes) {
      const row = own.get(n);
      if (!row) throw notFound();
      own.set(n, corrected(kind, row, values));
    }
    const before = await readValues(tx, scope, id, kindOf(kind).unique);
    const typed = new Map(valuesOf(kind, [...own.values()]).map((values) => [values.n, values]));
    const after = before.map((values) => typed.get(values.n) ?? values);
    const orders = touched(kind, before, after, new Set(ns));
    const others = orders.flat().filter((n) => !own.has(n));
    const rows = new Map<number, Row>(
      others.length ? (await readRows(tx, scope, id, { ns: others })).map((row) => [row.n, row]) : [],
    );
    const whole = orders.map((order) => order.map((n) => (own.get(n) ?? rows.get(n)) as Row));
    const judged = await judge.judge(whole, { db: tx, repeats: repeatsOf(kind, after) });
    await writeRows(
      tx,
      scope,
      id,
      judged.flatMap((order) => order.rows),
    );
    await settleFigures(tx, scope, id);
    const shown = await readRows(tx, scope, id, { ns: [...new Set([...ns, ...orders.flat()])] });
    return shown.map((row) => presentRow(row, kind, ctx.language));
  });
}

/**
 * Corrects a row and judges its order again, with those whose lines it joins or leaves (contract §39.3).
 * @throws ApiError NOT_FOUND; 400 at `values` for a column that there is not, at `import_id` once it is started
 */
export async function changeImportRow(
  ctx: AccountContext,
  { import_id: id, n, values }: InputOf<typeof contracts.changeImportRow>,
): Promise<contracts.ImportRow> {
  const rows = await correct(ctx, id, [{ n: Number(n), values }]);
  return rows.find((row) => row.n === Number(n)) as contracts.ImportRow;
}

/**
 * Corrects many rows in one step (contract §39.5), later changes of a row after earlier ones.
 * @throws ApiError what `changeImportRow` throws
 */
export async function changeImportRows(
  ctx: AccountContext,
  { import_id: id, changes }: InputOf<typeof contracts.changeImportRows>,
): Promise<contracts.ChangedRows> {
  const rows = await correct(ctx, id, changes);
  return { import: present(await find(ctx, id)), rows };
}

/** The lines of an import's file. @throws ApiError NOT_FOUND once its orders are made */
export async function linesOf(ctx: AccountContext, id: string): Promise<string[][]> {
  const kept = await scoped(ctx.db, scopeOf(ctx))
    .selectFrom("import_files")
    .select("file")
    .where("import_id", "=", id)
    .executeTakeFirst();
  if (!kept) throw notFound();
  return readFile(kept.file);
}

/**
 * Says what the columns of an import's file hold, which is remembered for the next one like it, and has it judged again
 * (contract §39.2). @throws ApiError NOT_FOUND; 400 at `mapping`, at `import_id` once it is started
 */
export async function mapImport(
  ctx: AccountContext,
  { import_id: id, mapping: said, has_headers }: InputOf<typeof contracts.mapImport>,
): Promise<contracts.Import> {
  const scope = scopeOf(ctx);
  const found = await find(ctx, id);
  if (!isOpen(found)) throw invalid({ path: ["import_id"], key: "importNotOpen", params: { status: found.status } });
  const lines = await linesOf(ctx, id);
  const columns = columnsAsSaid(found.kind, lines, has_headers ?? found.has_headers, said);
  const rows = rowsOf(lines, columns.hasHeaders);
  return withTransaction(ctx.db, async (tx) => {
    const acting = { ...ctx, db: tx };
    const { has_headers: before, job_id: last } = await findOpen(acting, id);
    await rememberColumns(tx, ctx, found.kind, columns);
    if (before !== columns.hasHeaders) await shiftRows(tx, scope, id, columns.hasHeaders ? -1 : 1);
    // Its worker may have ended before it said so.
    await stopJob(tx, scope, last);
    const change = { has_headers: columns.hasHeaders, mapping: JSON.stringify(columns.mapping), rows };
    const { id: job_id } = await check(tx, acting, id, rows);
    await changeImport(tx, scope, id, { ...change, job_id, status: "CHECKING" });
    return present(await find(acting, id));
  });
}

/**
 * Makes the orders of an import in the background (contract §39.4).
 * @throws ApiError NOT_FOUND; 400 at `skip_wrong` while rows are wrong, at `again` for content that was imported before,
 * at `import_id` once it is started
 */
export async function startImport(
  ctx: AccountContext,
  { import_id: id, confirm_shipment, skip_wrong, again, orders, total_price }: InputOf<typeof contracts.startImport>,
): Promise<contracts.Import> {
  const scope = scopeOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    const acting = { ...ctx, db: tx };
    const found = await findOpen(acting, id);
    const { status, wrong, content_hash, same_as: first, ready, job_id: last } = found;
    if (status === "WRONG" && !skip_wrong)
      throw invalid({ path: ["skip_wrong"], key: "importSkipWrong", params: { wrong } });
    const same_as = first === null || again ? null : await sameContent(tx, scope, found.kind, content_hash, id);
    if (same_as !== null) throw invalid({ path: ["again"], key: "importAgain", params: { same_as } });
    if (ready === 0) throw invalid({ path: ["import_id"], key: "importNothing" });
    const price = money(found.total_price);
    if ((orders !== undefined && orders !== ready) || (total_price !== undefined && total_price !== price))
      throw invalid({
        path: [orders === ready ? "total_price" : "orders"],
        key: "importOther",
        params: { ready, price },
      });
    const job_id = `ij_${randomBytes(12).toString("hex")}`;
    const payload = { import_id: id, step: "run" as const };
    // That of the check: its worker may have ended before it said so.
    await stopJob(tx, scope, last);
    await addJob(tx, acting, IMPORT, { id: job_id, payload, total: ready, result: {}, key: id });
    await changeImport(tx, scope, id, { status: "RUNNING", confirm_shipment, job_id });
    await scoped(tx, scope).deleteFrom("import_files").where("import_id", "=", id).execute();
    return present(await find(acting, id));
  });
}

/** Cancels an import; orders that are made stay, and one that has ended stays as it is (contract §39.4). @throws ApiError NOT_FOUND */
export async function cancelImport(
  ctx: AccountContext,
  { import_id: id }: InputOf<typeof contracts.cancelImport>,
): Promise<contracts.Import> {
  const scope = scopeOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    const acting = { ...ctx, db: tx };
    const { status, job_id } = await findToChange(acting, id);
    if (status === "DONE" || status === "CANCELLED") return present(await find(acting, id));
    await stopJob(tx, scope, job_id);
    await changeImport(tx, scope, id, { status: "CANCELLED", finished_at: sql<Date>`now()` });
    await scoped(tx, scope).deleteFrom("import_files").where("import_id", "=", id).execute();
    return present(await find(acting, id));
  });
}
