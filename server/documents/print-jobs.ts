import { randomBytes } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import * as contracts from "@/lib/contracts/print";
import { ApiError, notFound } from "@/lib/errors";
import { type AccountContext, scopeOf } from "@/server/context";
import type { Tables } from "@/server/db/types";
import { Download } from "@/server/http/operation";
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

// Never the file: it is megabytes.
const SHOWN = sql`id, status, done, pages, paper, skipped, printer_kind, printer_name, created_at, printed_at,
  cardinality(order_ids) as total`;
/** What has not been cleaned away yet is gone all the same. */
export const NOT_EXPIRED = sql`created_at > now() - make_interval(hours => ${contracts.PRINT_JOB_HOURS})`;

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
    expires_at: hongKongIso(new Date(row.created_at.getTime() + contracts.PRINT_JOB_HOURS * 3_600_000)),
  };
}

function kept(ctx: AccountContext) {
  const { accountId, environment } = scopeOf(ctx);
  return sql`account_id = ${accountId} and environment = ${environment} and ${NOT_EXPIRED}`;
}

function own(ctx: AccountContext, id: string) {
  return sql`id = ${id} and ${kept(ctx)}`;
}

/**
 * Asks for the labels of many orders; the worker makes them.
 * @throws ApiError idempotency_key_exists with the id of the job that the key made
 */
export async function createPrintJob(
  ctx: AccountContext,
  input: InputOf<typeof contracts.createPrintJob>,
): Promise<DataOf<typeof contracts.createPrintJob>> {
  const { accountId, environment } = scopeOf(ctx);
  const { actor, printer_kind, printer_name } = printerOf(ctx);
  const id = `pj_${randomBytes(12).toString("hex")}`;
  return createOnce(ctx, contracts.createPrintJob.id, id, async (tx) => {
    const { rows } = await sql<Shown>`
      insert into print_jobs (id, account_id, environment, created_by, printer_kind, printer_name, order_ids, paper,
        per_page, start)
      values (${id}, ${accountId}, ${environment}, ${actor}, ${printer_kind}, ${printer_name}, ${input.order_ids}::bigint[],
        ${input.paper}, ${Number(input.per_page)}, ${Number(input.start)})
      returning ${SHOWN}`.execute(tx);
    return present(rows[0] as Shown);
  });
}

/** The print jobs of an account whose labels are still kept, the latest first: whoever left the page finds them again. */
export async function listPrintJobs(ctx: AccountContext): Promise<DataOf<typeof contracts.listPrintJobs>> {
  const { rows } = await sql<Shown>`
    select ${SHOWN} from print_jobs where ${kept(ctx)}
    order by created_at desc, id limit ${contracts.MAX_LISTED_JOBS}`.execute(ctx.db);
  return { job_list: rows.map(present) };
}

/** How far a print job is. @throws ApiError NOT_FOUND */
export async function readPrintJob(
  ctx: AccountContext,
  input: InputOf<typeof contracts.readPrintJob>,
): Promise<DataOf<typeof contracts.readPrintJob>> {
  const { rows } = await sql<Shown>`select ${SHOWN} from print_jobs where ${own(ctx, input.id)}`.execute(ctx.db);
  if (!rows[0]) throw notFound();
  return present(rows[0]);
}

/** Stops a print job; its worker finds out with its next step. One that has ended stays as it is. @throws ApiError NOT_FOUND */
export async function cancelPrintJob(
  ctx: AccountContext,
  input: InputOf<typeof contracts.cancelPrintJob>,
): Promise<DataOf<typeof contracts.cancelPrintJob>> {
  await sql`
    update print_jobs set status = 'CANCELLED', lease_token = null, lease_until = null
    where ${own(ctx, input.id)} and status in ('QUEUED', 'RUNNING')`.execute(ctx.db);
  return readPrintJob(ctx, input);
}

/** What a job printed; an order that was left out as a duplicate stands there before. */
function printedOf({ order_ids, skipped }: Pick<Row, "order_ids" | "skipped">): string[] {
  const leftOut = skipped.filter(({ code_reason }) => code_reason !== "DUPLICATE");
  const ids = new Set(leftOut.map(({ order_id }) => BigInt(order_id)));
  return order_ids.filter((id) => !ids.has(BigInt(id)));
}

/** Records that the labels of a print job were printed or saved. @throws ApiError NOT_FOUND, also while there are none */
export async function recordPrintJob(
  ctx: AccountContext,
  input: InputOf<typeof contracts.recordPrintJob>,
): Promise<DataOf<typeof contracts.recordPrintJob>> {
  const { rows } = await sql<Pick<Row, "order_ids" | "skipped" | "paper">>`
    update print_jobs set printed_at = now() where ${own(ctx, input.id)} and status = 'DONE'
    returning order_ids, skipped, paper`.execute(ctx.db);
  const [job] = rows;
  if (!job) throw notFound();
  return { recorded: await logPrints(ctx, printedOf(job), "label", job.paper, null) };
}

/** The labels of a print job. @throws ApiError NOT_FOUND, also while there are none */
export async function readPrintJobFile(
  ctx: AccountContext,
  input: InputOf<typeof contracts.readPrintJobFile>,
): Promise<Download> {
  const { rows } = await sql<{ status: Row["status"]; file: Buffer | null; count: number }>`
    select status, file, cardinality(order_ids) - jsonb_array_length(skipped) as count
    from print_jobs where ${own(ctx, input.id)}`.execute(ctx.db);
  const [job] = rows;
  if (!job) throw notFound();
  if (!job.file) throw new ApiError("NOT_FOUND", { message: "The print job has no labels." });
  return new Download(job.file, "application/pdf", `labels-${job.count}.pdf`);
}
