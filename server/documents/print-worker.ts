import { randomUUID } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { SkippedOrder } from "@/lib/contracts/print";
import type { Db, Scope } from "@/server/context";
import type { Tables } from "@/server/db/types";
import { log } from "@/server/log";
import { loadOrders, type OrderRow, type StoredOrder } from "@/server/orders";
import { labelPdfOf } from "./document-set";
import { imprintOf } from "./imprint";
import type { Placement } from "./paper";
import { pageCount } from "./pdf";
import { printSorted, type Sorted } from "./printable";

/** A claim that is not renewed for so long is lost: its worker is gone. It is renewed with every batch. */
const LEASE_SECONDS = 60;
/** Claims of one job before it is given up. */
const MOST_ATTEMPTS = 3;
/** Orders that are read, and told as done, at once. */
const BATCH = 25;

type Job = Pick<
  Selectable<Tables["print_jobs"]>,
  "id" | "account_id" | "environment" | "order_ids" | "paper" | "per_page" | "start" | "attempts" | "created_at"
>;

type State = Pick<OrderRow, "id" | "status" | "tracking_number">;

/** The job is no longer this worker's: cancelled, or taken over by another after a lease ran out. */
class Lost extends Error {}

async function claim(db: Db, lease: string): Promise<Job | undefined> {
  const { rows } = await sql<Job>`
    update print_jobs
    set status = 'RUNNING', lease_token = ${lease}, lease_until = now() + make_interval(secs => ${LEASE_SECONDS}),
      attempts = attempts + 1, done = 0
    where id = (
      select id from print_jobs
      where status = 'QUEUED' or (status = 'RUNNING' and lease_until < now())
      order by created_at limit 1 for update skip locked)
    returning id, account_id, environment, order_ids, paper, per_page, start, attempts, created_at`.execute(db);
  return rows[0];
}

/** Tells how far the job is and keeps the claim. @throws Lost */
async function progress(db: Db, job: Job, lease: string, done: number, skipped: SkippedOrder[]): Promise<void> {
  const { numAffectedRows } = await sql`
    update print_jobs
    set done = ${done}, skipped = ${JSON.stringify(skipped)},
      lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${job.id} and lease_token = ${lease}`.execute(db);
  if (!numAffectedRows) throw new Lost();
}

async function finish(
  db: Db,
  job: Job,
  lease: string,
  file: Uint8Array | null,
  skipped: readonly SkippedOrder[],
): Promise<void> {
  await sql`
    update print_jobs
    set status = 'DONE', done = cardinality(order_ids), skipped = ${JSON.stringify(skipped)}, file = ${file && Buffer.from(file)}::bytea,
      pages = ${file ? pageCount(file) : 0}, finished_at = now(), lease_token = null, lease_until = null
    where id = ${job.id} and lease_token = ${lease}`.execute(db);
}

/** Gives a job back: to be done by another worker at once, or not at all. */
async function release(db: Db, job: Job, lease: string, status: "QUEUED" | "FAILED", isTry: boolean): Promise<void> {
  await sql`
    update print_jobs
    set status = ${status}, attempts = attempts - ${isTry ? 0 : 1}, lease_token = null, lease_until = null
    where id = ${job.id} and lease_token = ${lease}`.execute(db);
}

async function carryOut(db: Db, job: Job, lease: string, signal: AbortSignal): Promise<void> {
  const scope: Scope = { accountId: job.account_id, environment: job.environment };
  const { rows: states } = await sql<State>`
    select id, status, tracking_number from orders
    where account_id = ${scope.accountId} and environment = ${scope.environment}
      and id = any(${job.order_ids}::bigint[])`.execute(db);
  const { rows } = await sql<{ version: string }>`select version from catalogue_version`.execute(db);
  const imprint = await imprintOf({ environment: job.environment, db, catalogueVersion: rows[0]?.version ?? "0" });
  const placement: Placement = { paper: job.paper, perPage: job.per_page, start: job.start };

  async function* batchesOf({ ready, skipped }: Sorted<State>): AsyncGenerator<StoredOrder[]> {
    await progress(db, job, lease, skipped.length, skipped);
    for (let from = 0; from < ready.length; from += BATCH) {
      const ids = ready.slice(from, from + BATCH).map(({ id }) => id);
      if (signal.aborted) throw new Lost();
      yield await loadOrders(db, scope, ids);
      await progress(db, job, lease, skipped.length + from + ids.length, skipped);
    }
  }

  const { printed, skipped } = await printSorted(job.order_ids, states, async (batch) => {
    const [first] = await loadOrders(db, scope, [batch.ready[0]?.id ?? ""]);
    if (!first) throw new Error("an order of the print job is gone");
    const what = { count: batch.ready.length, first, skipped: batch.skipped };
    return labelPdfOf(what, batchesOf(batch), placement, imprint);
  });
  await finish(db, job, lease, printed, skipped);
}

/**
 * Carries out the print jobs that wait, and those whose worker is gone, one after another. Any number of workers may do
 * so at once. A job that is begun anew begins at its first label: the same orders give the same pages.
 */
export async function runPrintJobs(db: Db, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const lease = randomUUID();
    const job = await claim(db, lease);
    if (!job) return;
    if (job.attempts > MOST_ATTEMPTS) {
      await release(db, job, lease, "FAILED", true);
      continue;
    }
    try {
      await carryOut(db, job, lease, signal);
    } catch (error) {
      if (!(error instanceof Lost)) log().error({ err: error, job: job.id }, "a print job failed");
      await release(db, job, lease, "QUEUED", !(error instanceof Lost));
    }
  }
}
