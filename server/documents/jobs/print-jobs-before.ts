/**
 * Print jobs of the version before, which has a table of its own: an instance of it may still write there while others
 * already run this version. What no worker of it holds moves to the jobs; the old row stays for its readers until its
 * time is over, with a lease that never ends, so that none of its workers takes it.
 */
import { type Selectable, sql } from "kysely";
import type { JobState } from "@/lib/jobs";
import { type Scope, within } from "@/server/db/scoped";
import { type Db, withTransaction } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import { importJob, stopJob } from "@/server/jobs";
import { PRINT, type Printed } from "./print-worker";

type Row = Selectable<Tables["print_jobs"]>;

// Its own workers take a job within a second.
const FREE = sql`lease_until is distinct from 'infinity' and case status
  when 'QUEUED' then created_at < now() - interval '10 seconds'
  when 'RUNNING' then lease_until < now()
  else true end`;

const STATES = { QUEUED: "QUEUED", RUNNING: "QUEUED", DONE: "DONE", FAILED: "FAILED", CANCELLED: "STOPPED" } as const;

/** A job of the version before, as it is here. */
function jobOf(old: Row) {
  const { order_ids, paper, per_page, start, skipped, pages, printed_at } = old;
  const state = STATES[old.status];
  const isOpen = state === "QUEUED";
  const result = { paper, skipped, pages, printed_at: printed_at?.toISOString() ?? null } satisfies Printed;
  return {
    ...{ id: old.id, account_id: old.account_id, environment: old.environment, kind: PRINT.kind, key: null },
    ...{ actor: old.created_by, actor_kind: old.printer_kind ?? ("staff" as const), actor_name: old.printer_name },
    payload: { order_ids, paper, per_page: String(per_page), start: String(start) },
    ...{ state, total: order_ids.length, done: isOpen ? 0 : old.done, result },
    created_at: old.created_at,
    finished_at: isOpen ? null : (old.finished_at ?? old.created_at),
  };
}

/** A print job that has not moved yet; of one that is done the file is not here, so it still runs. */
export async function findBefore(
  db: Db,
  scope: Scope,
  id: string,
): Promise<(Omit<ReturnType<typeof jobOf>, "state"> & { state: JobState }) | undefined> {
  const { rows } = await sql<Row>`
    select * from print_jobs where ${within(scope)} and id = ${id} and lease_until is distinct from 'infinity'`.execute(
    db,
  );
  const job = rows[0] && jobOf(rows[0]);
  return job?.state === "DONE" ? { ...job, state: "RUNNING" as const, finished_at: null } : job;
}

/** Moves the print jobs of the version before that are free. Any number of workers may do so at once. */
export async function movePrintJobs(db: Db, signal?: AbortSignal): Promise<void> {
  let isMoved = true;
  while (isMoved && !signal?.aborted) isMoved = await withTransaction(db, moveOne);
}

async function moveOne(tx: Db): Promise<boolean> {
  const { rows } = await sql<Row>`
    update print_jobs set lease_until = 'infinity', attempts = attempts + 1
    where id = any (array(
      select id from print_jobs where ${FREE} order by created_at limit 1 for update skip locked))
    returning *`.execute(tx);
  if (!rows[0]) return false;
  const { payload, result, ...job } = jobOf(rows[0]);
  const asJson = { payload: JSON.stringify(payload), result: JSON.stringify(result) };
  const isNew = await importJob(tx, { ...job, ...asJson }, rows[0].file);
  // It had moved, and was then stopped there.
  const scope = { accountId: job.account_id, environment: job.environment };
  if (!isNew && job.state === "STOPPED") await stopJob(tx, scope, job.id);
  return true;
}
