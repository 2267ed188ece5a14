import { randomBytes } from "node:crypto";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import * as contracts from "@/lib/contracts/print";
import { ApiError, invalid, notFound } from "@/lib/errors";
import { JOB_FILE_HOURS } from "@/lib/orders/choices";
import { type AccountContext, scopeOf } from "@/server/context";
import { Download } from "@/server/handler";
import { createOnce } from "@/server/idempotency";
import { addJob, type JobRow, makeRoom, presentAsker, readFile, readJobs, recordResult, stopJob } from "@/server/jobs";
import { findBefore } from "./print-jobs-before";
import { logPrints } from "./print-log";
import { PRINT, type Printed } from "./print-worker";

/** A job past its time counts as gone even before the clean-up deletes it. */
const KEPT = { kind: PRINT.kind, hours: JOB_FILE_HOURS };

type Shown = Pick<JobRow, "id" | "state" | "total" | "done" | "result" | "actor_kind" | "actor_name" | "created_at">;

function present(row: Shown): contracts.PrintJob {
  const { id, state, total, done } = row;
  const { skipped, pages, paper, printed_at } = row.result as Printed;
  return {
    id,
    status: state === "STOPPED" ? "CANCELLED" : state,
    total,
    done,
    pages,
    paper,
    ready_count: total - skipped.length,
    skipped_list: skipped,
    created_by: presentAsker(row),
    created_at: hongKongIso(row.created_at),
    printed_at: printed_at && hongKongIso(new Date(printed_at)),
    expires_at: hongKongIso(new Date(row.created_at.getTime() + JOB_FILE_HOURS * 3_600_000)),
  };
}

async function find(ctx: AccountContext, id: string): Promise<Shown> {
  const scope = scopeOf(ctx);
  const [job = await findBefore(ctx.db, scope, id)] = await readJobs(ctx.db, scope, { ...KEPT, id });
  if (!job) throw notFound();
  return job;
}

/**
 * Requests the labels of many orders; the worker makes them. An account has a limit of jobs that wait or run, and of
 * those whose labels are kept (contract §9.6).
 * @throws ApiError 400000 at `print_jobs` while 20 are waiting or running; idempotency_key_exists with the id of the
 * job that the key created
 */
export async function createPrintJob(
  ctx: AccountContext,
  input: InputOf<typeof contracts.createPrintJob>,
): Promise<DataOf<typeof contracts.createPrintJob>> {
  const id = `pj_${randomBytes(12).toString("hex")}`;
  const max = contracts.MAX_LISTED_JOBS;
  return createOnce(ctx, contracts.createPrintJob.id, id, async (tx) => {
    if (!(await makeRoom(tx, scopeOf(ctx), PRINT.kind, { most: max, kept: max - 1 })))
      throw invalid({ path: ["print_jobs"], key: "printJobLimit", params: { max } });
    const result: Printed = { paper: input.paper, skipped: [], pages: null, printed_at: null };
    return present(await addJob(tx, ctx, PRINT, { id, payload: input, total: input.order_ids.length, result }));
  });
}

/**
 * The print jobs of an account whose labels are still kept, the latest first, so that people who left the page find
 * them.
 */
export async function listPrintJobs(ctx: AccountContext): Promise<DataOf<typeof contracts.listPrintJobs>> {
  const jobs = await readJobs(ctx.db, scopeOf(ctx), { ...KEPT, limit: contracts.MAX_LISTED_JOBS });
  return { job_list: jobs.map(present) };
}

/** The progress of a print job. @throws ApiError NOT_FOUND */
export async function readPrintJob(
  ctx: AccountContext,
  { id }: InputOf<typeof contracts.readPrintJob>,
): Promise<DataOf<typeof contracts.readPrintJob>> {
  return present(await find(ctx, id));
}

/**
 * Stops a print job; its worker notices at its next step. A finished job is left unchanged. @throws ApiError NOT_FOUND
 */
export async function cancelPrintJob(
  ctx: AccountContext,
  { id }: InputOf<typeof contracts.cancelPrintJob>,
): Promise<DataOf<typeof contracts.cancelPrintJob>> {
  await find(ctx, id);
  await stopJob(ctx.db, scopeOf(ctx), id);
  return present(await find(ctx, id));
}

/** The orders that a job printed. A duplicate was left out, but the order itself is earlier in the list. */
function printedOf(orderIds: readonly string[], { skipped }: Printed): string[] {
  const leftOut = skipped.filter(({ code_reason }) => code_reason !== "DUPLICATE");
  const ids = new Set(leftOut.map(({ order_id }) => BigInt(order_id)));
  return orderIds.filter((id) => !ids.has(BigInt(id)));
}

/**
 * Records that the labels of a print job were printed or saved. @throws ApiError NOT_FOUND, also while there are no
 * labels
 */
export async function recordPrintJob(
  ctx: AccountContext,
  { id }: InputOf<typeof contracts.recordPrintJob>,
): Promise<DataOf<typeof contracts.recordPrintJob>> {
  await find(ctx, id);
  const job = await recordResult(ctx.db, scopeOf(ctx), id, { printed_at: new Date() });
  if (!job) throw notFound();
  const { order_ids, paper } = PRINT.payload.parse(job.payload);
  const printed = printedOf(order_ids, job.result as Printed);
  return { recorded: await logPrints(ctx, printed, "label", paper, null, { drawnAt: job.created_at }) };
}

/** The labels of a print job. @throws ApiError NOT_FOUND, also while there are no labels */
export async function readPrintJobFile(
  ctx: AccountContext,
  { id }: InputOf<typeof contracts.readPrintJobFile>,
): Promise<Download> {
  const { ready_count } = present(await find(ctx, id));
  const file = await readFile(ctx.db, scopeOf(ctx), id);
  if (!file) throw new ApiError("NOT_FOUND", { message: "The print job has no labels." });
  return new Download(file, "application/pdf", `labels-${ready_count}.pdf`);
}
