/** Owns the work on imports: all rows of a file are judged, and the orders of those without errors made. */

import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import type { z } from "zod";
import { decimal } from "@/lib/decimal";
import { ApiError } from "@/lib/errors";
import type { FileKind } from "@/lib/file-kinds";
import type { AccountContext } from "@/server/context";
import { scoped } from "@/server/db/scoped";
import { type Tx, withTransaction } from "@/server/db/transaction";
import { type JobOutcome, type JobRun, LostJob } from "@/server/jobs";
import { type Cells, cellsOf } from "./cells";
import { linesOf, settleFigures } from "./imports";
import type { IMPORT } from "./job";
import { cellsNow, type Judged, type Row, RowJudge, repeatsOf, thingsOf, valuesOf } from "./judge";
import { kindOf } from "./kinds";
import type { Made } from "./kinds/kind";
import {
  changeImport,
  deleteRowsAfter,
  findImport,
  nextOrders,
  readRows,
  type StoredRow,
  settleOrders,
  writeRows,
} from "./store";

export type ImportRun = JobRun<z.output<(typeof IMPORT)["payload"]>>;

/** Rows that are judged, and then written together. */
const CHECKED = 100;
/** Orders that are made together. */
const SET = 25;

/** Parts orders into pieces of about `CHECKED` rows. */
function piecesOf(orders: readonly Row[][]): Row[][][] {
  const pieces: { orders: Row[][]; rows: number }[] = [];
  for (const order of orders) {
    const last = pieces.at(-1);
    if (last && last.rows < CHECKED) {
      last.orders.push(order);
      last.rows += order.length;
    } else pieces.push({ orders: [order], rows: order.length });
  }
  return pieces.map((piece) => piece.orders);
}

/** Judges all rows of a file. Corrections stay, and so does what a claim before this one wrote until it is judged again. */
export async function checkImport(job: ImportRun, ctx: AccountContext): Promise<JobOutcome> {
  const { scope, payload } = job;
  const id = payload.import_id;
  const found = await findImport(ctx.db, scope, id);
  if (found?.status !== "CHECKING") return {};
  const from = Number(job.row.result.checked ?? 0);
  const lines = (await linesOf(ctx, id)).slice(found.has_headers ? 1 : 0);
  const stored = await readRows(ctx.db, scope, id);
  const edits = new Map(stored.map((row) => [row.n, row.edits]));
  const rows: Row[] = [];
  for (const [at, fields] of lines.entries()) {
    if (at % CHECKED === 0) await turn();
    rows.push({
      n: at + 1,
      cells: cellsOf(fields, found.mapping, kindOf(found.kind)),
      edits: edits.get(at + 1) ?? null,
    });
  }
  const repeats = repeatsOf(found.kind, valuesOf(found.kind, rows));
  const judge = await RowJudge.open(ctx, found.kind);
  for (const piece of piecesOf(thingsOf(found.kind, rows))) {
    const last = piece.at(-1)?.at(-1)?.n ?? 0;
    if (last <= from) continue;
    const judged = await judge.judge(piece, { repeats });
    await withTransaction(ctx.db, async (tx) => {
      await writeRows(
        tx,
        scope,
        id,
        judged.flatMap((order) => order.rows),
      );
      await job.advance(tx, { done: last, result: { checked: last } }, { isKept: true });
    });
    // Not before: reading a large file may take a whole turn.
    if (job.isOver && last < rows.length) return "later";
  }
  await withTransaction(ctx.db, async (tx) => {
    const now = await findImport(tx, scope, id, { isLocked: true });
    if (now?.status !== "CHECKING") throw new LostJob();
    await deleteRowsAfter(tx, scope, id, rows.length);
    await settleFigures(tx, scope, id);
    await job.advance(tx, { done: rows.length }, { isKept: true });
  });
  return {};
}

/**
 * Refuses a thing that is not what its row was checked as, costs more than it was shown with, or would be bought though it
 * was shown as one that is only saved.
 */
function asShown({ thing, rows }: Judged, first: StoredRow, confirm: "Y" | "N"): ApiError | null {
  const own = rows[0];
  if (thing === null || !own) return null;
  if (confirm === "Y" && first.hold !== null && own.hold === null)
    return new ApiError("BAD_REQUEST", { problems: [{ path: ["reference"], key: "importHoldEnded" }] });
  if (own.fingerprint !== first.fingerprint)
    return new ApiError("BAD_REQUEST", { problems: [{ path: ["reference"], key: "importChanged" }] });
  const { price } = own;
  if (price === null || first.price === null || !decimal(price).gt(first.price)) return null;
  const params = { price, shown: decimal(first.price).toFixed(2) };
  return new ApiError("BAD_REQUEST", { problems: [{ path: ["shipping_provider"], key: "importDearer", params }] });
}

type Prepared = { first: StoredRow; thing: unknown; problems: StoredRow["problems"]; hold: string | null };

const inFile = (kind: FileKind, refusal: ApiError, head: Cells) =>
  kindOf(kind)
    .blame(refusal, head)
    .map(({ row: _row, ...problem }) => problem);

/** Judges what some rows make again, as it is to be made. */
async function prepare(
  kind: FileKind,
  judge: RowJudge,
  rows: readonly StoredRow[],
  confirm: "Y" | "N",
): Promise<Prepared[]> {
  const things = rows
    .filter(({ n, first_n }) => n === first_n)
    .map(({ n }) => rows.filter(({ first_n }) => first_n === n));
  const judged = await judge.judge(things, { confirm });
  return judged.map((each) => {
    const first = rows.find(({ n }) => n === each.rows[0]?.n) as StoredRow;
    const refusal = asShown(each, first, confirm);
    if (refusal) return { first, thing: null, problems: inFile(kind, refusal, cellsNow(first)), hold: null };
    const found = each.rows.flatMap(({ problems }) => problems ?? []);
    const hold = each.rows[0]?.hold ?? null;
    return { first, thing: each.thing, problems: each.thing === null ? found : null, hold };
  });
}

const lastOf = (outcomes: readonly { first_n: number }[]) => outcomes.at(-1)?.first_n ?? 0;

/** Makes a set of things, and says of each what became of it. */
async function makeSet(job: ImportRun, ctx: AccountContext & { db: Tx }, prepared: readonly Prepared[]): Promise<void> {
  const { scope } = job;
  const id = job.payload.import_id;
  const found = await findImport(ctx.db, scope, id, { isLocked: true });
  if (found?.status !== "RUNNING") throw new LostJob();
  const kind = kindOf(found.kind);
  const things = prepared.flatMap(({ thing }) => (thing === null ? [] : [thing]));
  const made = await kind.make(ctx, things);
  const results = made.values();
  const outcomes = prepared.map(({ first, thing, problems, hold }) => {
    const made = { first_n: first.first_n, hold };
    const result = thing === null ? null : results.next().value;
    if (!result) return { ...made, object_id: null, problems };
    return result instanceof ApiError
      ? { ...made, object_id: null, problems: inFile(found.kind, result, cellsNow(first)) }
      : { ...made, object_id: result.id, problems: null };
  });
  await settleOrders(ctx.db, scope, id, outcomes);
  const failed = outcomes.filter(({ object_id }) => object_id === null).length;
  const did = (what: Made["did"]) => made.filter((each) => !(each instanceof ApiError) && each.did === what).length;
  await changeImport(ctx.db, scope, id, {
    done: found.done + outcomes.length - failed,
    changed: found.changed + did("changed"),
    unchanged: found.unchanged + did("unchanged"),
    failed: found.failed + failed,
  });
  const { done, failed: before } = job.row;
  const progress = { done: done + outcomes.length, failed: before + failed, result: { at: lastOf(outcomes) } };
  await job.advance(ctx.db, progress, { isKept: true });
}

/**
 * Makes the orders of an import in the file's order, several in one transaction with what is said of their rows, so that
 * each is made once whatever happens in between. `caller`: who asked for it, with the rights that they have now.
 */
export async function runImport(job: ImportRun, caller: () => Promise<AccountContext | ApiError>): Promise<JobOutcome> {
  const { scope, payload } = job;
  const id = payload.import_id;
  // What it judges by is at most as old as a turn.
  let judge: RowJudge | undefined;
  for (;;) {
    const found = await findImport(job.db, scope, id);
    if (found?.status !== "RUNNING") throw new LostJob();
    const rows = await nextOrders(job.db, scope, id, { after: Number(job.row.result.at ?? 0), limit: SET });
    if (rows.length === 0) break;
    const ctx = await caller();
    if (ctx instanceof ApiError) await refuseSet(job, found.kind, rows, ctx);
    else {
      judge ??= await RowJudge.open(ctx, found.kind);
      const prepared = await prepare(found.kind, judge, rows, found.confirm_shipment ?? "N");
      await withTransaction(job.db, (tx) => makeSet(job, { ...ctx, db: tx }, prepared));
    }
    if (job.isOver) return "later";
  }
  await withTransaction(job.db, async (tx) => {
    const found = await findImport(tx, scope, id, { isLocked: true });
    if (found?.status === "RUNNING")
      await changeImport(tx, scope, id, { status: "DONE", finished_at: sql<Date>`now()` });
  });
  return {};
}

/** Whoever asked may not make them any more. */
async function refuseSet(job: ImportRun, kind: FileKind, rows: readonly StoredRow[], refusal: ApiError): Promise<void> {
  const firsts = rows.filter(({ n, first_n }) => n === first_n);
  const outcomes = firsts.map((first) => ({
    first_n: first.n,
    object_id: null,
    problems: inFile(kind, refusal, cellsNow(first)),
    hold: null,
  }));
  await withTransaction(job.db, async (tx) => {
    const id = job.payload.import_id;
    const found = await findImport(tx, job.scope, id, { isLocked: true });
    if (found?.status !== "RUNNING") throw new LostJob();
    await settleOrders(tx, job.scope, id, outcomes);
    await changeImport(tx, job.scope, id, { failed: found.failed + outcomes.length });
    const done = job.row.done + outcomes.length;
    const progress = { done, failed: job.row.failed + outcomes.length, result: { at: lastOf(outcomes) } };
    await job.advance(tx, progress, { isKept: true });
  });
}

/** An import whose worker ends again and again is not tried any more. */
export async function giveUpImport(tx: Tx, { scope, id }: { scope: ImportRun["scope"]; id: string }): Promise<void> {
  await scoped(tx, scope)
    .updateTable("imports")
    .set({ status: "CANCELLED", finished_at: sql<Date>`now()` } as never)
    .where("job_id", "=", id)
    .where("status", "in", ["CHECKING", "RUNNING"])
    .execute();
  const own = scoped(tx, scope)
    .selectFrom("imports")
    .select("id")
    .where("job_id", "=", id)
    .where("status", "=", "CANCELLED");
  await scoped(tx, scope).deleteFrom("import_files").where("import_id", "in", own).execute();
}
