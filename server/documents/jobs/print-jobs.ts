import { randomBytes } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import * as contracts from "@/lib/contracts/print";
import { ApiError, invalid, notFound } from "@/lib/errors";
import { PRINT_JOB_HOURS } from "@/lib/orders/choices";
import { type AccountContext, scopeOf } from "@/server/context";
import { type Scope, within } from "@/server/db/scoped";
import type { Tx } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import { Download } from "@/server/handler";
import { createOnce } from "@/server/idempotency";
import { logPrints, printerOf } from "./print-log";

type Row = Selectable<Tables["print_jobs"]>;
type Shown = Pick<
  Row,
  | "id"
  | "status"
  | "done"
  | "pages"
  | "paper"
  | "skipped"
  | "printer_kind"
  | "printer_name"
  | "created_at"
  | "printed_at"
> & { total: number };

// Without the file, which is megabytes.
const SHOWN = sql`id, status, done, pages, paper, skipped, printer_kind, printer_name, created_at, printed_at,
  cardinality(order_ids) as total`;
/** A job past its time counts as gone even before the clean-up deletes it. */
const NOT_EXPIRED = sql`created_at > now() - make_interval(hours => ${PRINT_JOB_HOURS})`;

function present(row: Shown): contracts.PrintJob {
  const { id, status, total, done, pages, paper, skipped, printer_kind: kind, printer_name: name } = row;
  return {
    id,
    status,
    total,
    done,
    pages,
    paper,
    ready_count: total - skipped.length,
    skipped_list: skipped,
    created_by: kind && { kind, name },
    created_at: hongKongIso(row.created_at),
    printed_at: row.printed_at && hongKongIso(row.printed_at),
    expires_at: hongKongIso(new Date(row.created_at.getTime() + PRINT_JOB_HOURS * 3_600_000)),
  };
}

function keptJobs(ctx: AccountContext) {
  return sql`${within(scopeOf(ctx))} and ${NOT_EXPIRED}`;
}

function ownJob(ctx: AccountContext, id: string) {
  return sql`id = ${id} and ${keptJobs(ctx)}`;
}

/**
 * Labels are megabytes, so an account has a limit of waiting and running jobs, and of finished ones that are kept
 * (contract §9.6). The lock makes the second of two simultaneous calls count what the first created.
 */
async function makeRoom(tx: Tx, scope: Scope): Promise<void> {
  await sql`select 1 from accounts where id = ${scope.accountId} for no key update`.execute(tx);
  const { rows } = await sql<{ id: string; is_open: boolean }>`
    select id, status in ('QUEUED', 'RUNNING') as is_open from print_jobs
    where ${within(scope)} order by created_at desc, id`.execute(tx);
  const max = contracts.MAX_LISTED_JOBS;
  if (rows.filter((job) => job.is_open).length >= max)
    throw invalid({ path: ["print_jobs"], key: "printJobLimit", params: { max } });
  const over = rows.filter((job, at) => at >= max - 1 && !job.is_open).map(({ id }) => id);
  if (over.length) await sql`delete from print_jobs where ${within(scope)} and id = any(${over}::text[])`.execute(tx);
}

/**
 * Requests the labels of many orders; the worker makes them.
 * @throws ApiError 400000 at `print_jobs` while 20 are waiting or running; idempotency_key_exists with the id of the
 * job that the key created
 */
export async function createPrintJob(
  ctx: AccountContext,
  input: InputOf<typeof contracts.createPrintJob>,
): Promise<DataOf<typeof contracts.createPrintJob>> {
  const { accountId, environment } = scopeOf(ctx);
  const { actor, printer_kind, printer_name } = printerOf(ctx);
  const id = `pj_${randomBytes(12).toString("hex")}`;
  return createOnce(ctx, contracts.createPrintJob.id, id, async (tx) => {
    await makeRoom(tx, scopeOf(ctx));
    const { rows } = await sql<Shown>`
      insert into print_jobs (id, account_id, environment, created_by, printer_kind, printer_name, order_ids, paper,
        per_page, start)
      values (${id}, ${accountId}, ${environment}, ${actor}, ${printer_kind}, ${printer_name}, ${input.order_ids}::bigint[],
        ${input.paper}, ${Number(input.per_page)}, ${Number(input.start)})
      returning ${SHOWN}`.execute(tx);
    return present(rows[0] as Shown);
  });
}

/**
 * The print jobs of an account whose labels are still kept, the latest first, so that people who left the page find
 * them.
 */
export async function listPrintJobs(ctx: AccountContext): Promise<DataOf<typeof contracts.listPrintJobs>> {
  const { rows } = await sql<Shown>`
    select ${SHOWN} from print_jobs where ${keptJobs(ctx)}
    order by created_at desc, id limit ${contracts.MAX_LISTED_JOBS}`.execute(ctx.db);
  return { job_list: rows.map(present) };
}

/** The progress of a print job. @throws ApiError NOT_FOUND */
export async function readPrintJob(
  ctx: AccountContext,
  input: InputOf<typeof contracts.readPrintJob>,
): Promise<DataOf<typeof contracts.readPrintJob>> {
  const { rows } = await sql<Shown>`select ${SHOWN} from print_jobs where ${ownJob(ctx, input.id)}`.execute(ctx.db);
  if (!rows[0]) throw notFound();
  return present(rows[0]);
}

/**
 * Stops a print job; its worker notices at its next step. A finished job is left unchanged. @throws ApiError NOT_FOUND
 */
export async function cancelPrintJob(
  ctx: AccountContext,
  input: InputOf<typeof contracts.cancelPrintJob>,
): Promise<DataOf<typeof contracts.cancelPrintJob>> {
  await sql`
    update print_jobs set status = 'CANCELLED', lease_token = null, lease_until = null
    where ${ownJob(ctx, input.id)} and status in ('QUEUED', 'RUNNING')`.execute(ctx.db);
  return readPrintJob(ctx, input);
}

/** The orders that a job printed. A duplicate was left out, but the order itself is earlier in the list. */
function printedOf({ order_ids, skipped }: Pick<Row, "order_ids" | "skipped">): string[] {
  const leftOut = skipped.filter(({ code_reason }) => code_reason !== "DUPLICATE");
  const ids = new Set(leftOut.map(({ order_id }) => BigInt(order_id)));
  return order_ids.filter((id) => !ids.has(BigInt(id)));
}

/**
 * Records that the labels of a print job were printed or saved. @throws ApiError NOT_FOUND, also while there are no
 * labels
 */
export async function recordPrintJob(
  ctx: AccountContext,
  input: InputOf<typeof contracts.recordPrintJob>,
): Promise<DataOf<typeof contracts.recordPrintJob>> {
  const { rows } = await sql<Pick<Row, "order_ids" | "skipped" | "paper" | "created_at">>`
    update print_jobs set printed_at = now() where ${ownJob(ctx, input.id)} and status = 'DONE'
    returning order_ids, skipped, paper, created_at`.execute(ctx.db);
  const [job] = rows;
  if (!job) throw notFound();
  return { recorded: await logPrints(ctx, printedOf(job), "label", job.paper, null, { drawnAt: job.created_at }) };
}

/** The labels of a print job. @throws ApiError NOT_FOUND, also while there are no labels */
export async function readPrintJobFile(
  ctx: AccountContext,
  input: InputOf<typeof contracts.readPrintJobFile>,
): Promise<Download> {
  const { rows } = await sql<{ status: Row["status"]; file: Buffer | null; count: number }>`
    select status, file, cardinality(order_ids) - jsonb_array_length(skipped) as count
    from print_jobs where ${ownJob(ctx, input.id)}`.execute(ctx.db);
  const [job] = rows;
  if (!job) throw notFound();
  if (!job.file) throw new ApiError("NOT_FOUND", { message: "The print job has no labels." });
  return new Download(job.file, "application/pdf", `labels-${job.count}.pdf`);
}
