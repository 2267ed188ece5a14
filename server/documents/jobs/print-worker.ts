import { type Selectable, sql } from "kysely";
import type { SkippedOrder } from "@/lib/contracts/print";
import { type Scope, within } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import { isHeld, leaseEnd, type Queue, workThrough } from "@/server/jobs/queue";
import { log } from "@/server/log";
import { loadOrders, type OrderRow, type StoredOrder } from "@/server/orders";
import { labelPdfOf } from "../document-set";
import { imprintOf } from "../imprint";
import type { Placement } from "../paper";
import { pageCount } from "../pdf";
import { printSorted, type Sorted } from "./printable";

/** Claims of one job before it is given up. */
const MOST_ATTEMPTS = 3;
/** Orders that are read, and reported as done, together. */
const BATCH = 25;

type Job = Pick<
  Selectable<Tables["print_jobs"]>,
  "id" | "account_id" | "environment" | "order_ids" | "paper" | "per_page" | "start" | "attempts" | "created_at"
>;

type State = Pick<OrderRow, "id" | "status" | "tracking_number" | "erased_at">;

/** The job no longer belongs to this worker: it was cancelled, or another took it over after the lease ran out. */
class Lost extends Error {}

const PRINT_JOBS: Queue<Job> = {
  table: "print_jobs",
  // Every batch renews it.
  leaseSeconds: 60,
  due: sql`status in ('QUEUED', 'RUNNING')`,
  order: sql`created_at`,
  marks: sql`status = 'RUNNING', lease_token = gen_random_uuid(), done = 0,`,
  columns: sql`id, account_id, environment, order_ids, paper, per_page, start, attempts, created_at`,
};

/** Records the progress of the job and renews the claim. @throws Lost */
async function progress(db: Db, job: Job, done: number, skipped: SkippedOrder[]): Promise<void> {
  const { numAffectedRows } = await sql`
    update print_jobs
    set done = ${done}, skipped = ${JSON.stringify(skipped)}, lease_until = ${leaseEnd(PRINT_JOBS)}
    where ${isHeld(job)}`.execute(db);
  if (!numAffectedRows) throw new Lost();
}

async function finish(db: Db, job: Job, file: Uint8Array | null, skipped: readonly SkippedOrder[]): Promise<void> {
  await sql`
    update print_jobs
    set status = 'DONE', done = cardinality(order_ids), skipped = ${JSON.stringify(skipped)}, file = ${file && Buffer.from(file)}::bytea,
      pages = ${file ? pageCount(file) : 0}, finished_at = now(), lease_token = null, lease_until = null
    where ${isHeld(job)}`.execute(db);
}

/** Gives a job back, either for another worker to do at once or as failed. */
async function release(db: Db, job: Job, status: "QUEUED" | "FAILED", isTry: boolean): Promise<void> {
  await sql`
    update print_jobs
    set status = ${status}, attempts = attempts - ${isTry ? 0 : 1}, lease_token = null, lease_until = null
    where ${isHeld(job)}`.execute(db);
}

async function carryOut(db: Db, job: Job, signal: AbortSignal): Promise<void> {
  const scope: Scope = { accountId: job.account_id, environment: job.environment };
  const { rows: states } = await sql<State>`
    select id, status, tracking_number, erased_at from orders
    where ${within(scope)}
      and id = any(${job.order_ids}::bigint[])`.execute(db);
  const { rows } = await sql<{ version: string }>`select version from catalogue_version`.execute(db);
  const imprint = await imprintOf({ environment: job.environment, db, catalogueVersion: rows[0]?.version ?? "0" });
  const placement: Placement = { paper: job.paper, perPage: job.per_page, start: job.start };

  async function* batchesOf({ ready, skipped }: Sorted<State>): AsyncGenerator<StoredOrder[]> {
    await progress(db, job, skipped.length, skipped);
    for (let from = 0; from < ready.length; from += BATCH) {
      const ids = ready.slice(from, from + BATCH).map(({ id }) => id);
      if (signal.aborted) throw new Lost();
      yield await loadOrders(db, scope, ids);
      await progress(db, job, skipped.length + from + ids.length, skipped);
    }
  }

  const { printed, skipped } = await printSorted(job.order_ids, states, async (batch) => {
    const [first] = await loadOrders(db, scope, [batch.ready[0]?.id ?? ""]);
    if (!first) throw new Error("an order of the print job is gone");
    const what = { count: batch.ready.length, first, skipped: batch.skipped };
    return labelPdfOf(what, batchesOf(batch), placement, imprint);
  });
  await finish(db, job, printed, skipped);
}

/**
 * Does the print jobs that wait, and those whose worker is gone, one after another. Any number of workers may do so at
 * once. A job that is taken over starts again at its first label, because the same orders give the same pages.
 */
export async function runPrintJobs(db: Db, signal: AbortSignal): Promise<void> {
  const print = async (job: Job): Promise<undefined> => {
    if (job.attempts > MOST_ATTEMPTS) {
      await release(db, job, "FAILED", true);
      return;
    }
    try {
      await carryOut(db, job, signal);
    } catch (error) {
      if (!(error instanceof Lost)) log().error({ err: error, job: job.id }, "a print job failed");
      await release(db, job, "QUEUED", !(error instanceof Lost));
    }
  };
  await workThrough(db, PRINT_JOBS, print, signal);
}
