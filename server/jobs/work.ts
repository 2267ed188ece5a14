import { type Selectable, sql } from "kysely";
import type { z } from "zod";
import type { JobKind } from "@/lib/jobs";
import { isDiskFull } from "@/server/db/database";
import type { Scope } from "@/server/db/scoped";
import { type Db, onCommit, type Tx, withTransaction } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import { log } from "@/server/log";
import { isHeld, leaseEnd, type Queue, workThrough } from "@/server/queue";
import { FORGOTTEN, type JobDefinition, type JobOutcome, LostJob } from "./definition";

/** Claims of a job without progress before it is given up. */
const MOST_TRIES = 3;
/** A claim that is not renewed within this time is lost. */
const LEASE_SECONDS = 60;
/** After a failed try a job waits this long, and longer after each. */
const RETRY_SECONDS = 5;
/** A handler that goes in steps gives others their turn after this time. */
const TURN_MS = 2000;

type Claimed = Selectable<Tables["jobs"]>;

/** The account that was served longest ago comes first, so that one with many jobs delays no other. */
const TURN = sql`priority, (
  select max(claimed_at) from jobs served
  where served.account_id = jobs.account_id and served.environment = jobs.environment and served.kind = jobs.kind
) nulls first, run_at, id`;

function queueOf(kind: JobKind): Queue<Claimed> {
  return {
    table: "jobs",
    // Every step renews it.
    leaseSeconds: LEASE_SECONDS,
    due: sql`kind = ${kind} and state in ('QUEUED', 'RUNNING') and run_at <= now()`,
    order: TURN,
    marks: sql`state = 'RUNNING', tries = tries + 1, claimed_at = clock_timestamp(),`,
    columns: sql`*`,
  };
}

type Progress = { done: number; failed?: number; result?: Record<string, unknown> };

/** A job in the hands of its handler. */
export class JobRun<Payload> {
  private readonly turnEnds = performance.now() + TURN_MS;

  constructor(
    readonly db: Db,
    /** What was claimed; `done`, `failed` and `result` are those of the last `advance` that has committed. */
    readonly row: Claimed,
    readonly payload: Payload,
    private readonly signal: AbortSignal,
    private readonly leaseSeconds = LEASE_SECONDS,
  ) {}

  get scope(): Scope {
    return { accountId: this.row.account_id, environment: this.row.environment };
  }

  /** Whether others should have their turn, or the process stops: what is done is kept, and the rest comes later. */
  get isOver(): boolean {
    return this.signal.aborted || performance.now() > this.turnEnds;
  }

  /**
   * Records progress and renews the claim. Within the transaction of a step, its effects and its progress commit
   * together, and nothing of it does once the job is stopped; `isKept`: a later claim goes on from here.
   * @throws LostJob
   */
  async advance(db: Db, { done, failed = 0, result }: Progress, { isKept }: { isKept: boolean }): Promise<void> {
    if (this.signal.aborted && !isKept) throw new LostJob();
    const { numAffectedRows } = await sql`
      update jobs
      set done = ${done}, failed = ${failed}, lease_until = ${leaseEnd({ leaseSeconds: this.leaseSeconds })}
        ${result ? sql`, result = result || ${JSON.stringify(result)}::jsonb` : sql``}
        ${isKept ? sql`, tries = 0` : sql``}
      where ${isHeld(this.row)}`.execute(db);
    if (!numAffectedRows) throw new LostJob();
    // A step that is undone was none.
    onCommit(db, () => Object.assign(this.row, { done, failed, result: { ...this.row.result, ...result } }));
  }
}

/** What does the jobs of a kind. */
export type JobHandler<Payload extends z.ZodObject = z.ZodObject> = {
  definition: JobDefinition<Payload>;
  /** @throws LostJob by `job.advance`; whatever else it throws is a failed try */
  run(job: JobRun<z.output<Payload>>): Promise<JobOutcome>;
  /** What else ends with a job that is given up, in the same transaction. */
  onGivenUp?(tx: Tx, job: { scope: Scope; id: string }): Promise<void>;
};

/** Ends a job that is done. */
export async function finishJob(db: Db, job: Claimed, outcome: Exclude<JobOutcome, "later">): Promise<void> {
  const { result, file } = outcome;
  await sql`
    with ended as (
      update jobs
      set state = 'DONE', done = total, finished_at = now(), lease_until = null, ${FORGOTTEN}
        ${result ? sql`, result = result || ${JSON.stringify(result)}::jsonb` : sql``}
      where ${isHeld(job)}
      returning id, account_id, environment
    )
    insert into job_files (job_id, account_id, environment, file)
    select id, account_id, environment, ${file ? Buffer.from(file) : null}::bytea from ended where ${Boolean(file)}`.execute(
    db,
  );
}

/** Gives a job back; `isTry`: it counts as one that failed; `isLater`: it is not tried again at once. */
async function giveBack(db: Db, job: Claimed, { isTry = false, isLater = false } = {}): Promise<void> {
  await sql`
    update jobs
    set state = 'QUEUED', lease_until = null, tries = greatest(tries - ${isTry ? 0 : 1}, 0)
      ${isLater ? sql`, run_at = now() + make_interval(secs => ${RETRY_SECONDS} * greatest(tries, 1))` : sql``}
    where ${isHeld(job)}`.execute(db);
}

async function giveUp(db: Db, job: Claimed, error: string): Promise<void> {
  await sql`
    update jobs set state = 'FAILED', finished_at = now(), lease_until = null, error = ${error}, ${FORGOTTEN}
    where ${isHeld(job)}`.execute(db);
}

async function workOn<Payload extends z.ZodObject>(
  db: Db,
  { definition, run, onGivenUp }: JobHandler<Payload>,
  claimed: Claimed,
  signal: AbortSignal,
): Promise<void> {
  if (claimed.tries > MOST_TRIES)
    return withTransaction(db, async (tx) => {
      await giveUp(tx, claimed, "its workers ended again and again");
      await onGivenUp?.(tx, {
        scope: { accountId: claimed.account_id, environment: claimed.environment },
        id: claimed.id,
      });
    });
  try {
    const payload = definition.payload.parse(claimed.payload);
    const outcome = await run(new JobRun(db, claimed, payload, signal));
    await (outcome === "later" ? giveBack(db, claimed) : finishJob(db, claimed, outcome));
  } catch (error) {
    const isLost = error instanceof LostJob;
    if (!isLost) log().error({ err: error, job: claimed.id, kind: claimed.kind }, "a job failed");
    // Without room it would fail again and again: it waits until there is some.
    const isFull = isDiskFull(error);
    await giveBack(db, claimed, { isTry: !isLost && !isFull, isLater: !isLost });
  }
}

/**
 * Does the jobs of a kind that wait, and those whose worker is gone, until none is due. Any number of workers may do so
 * at once.
 */
export async function runJobs<Payload extends z.ZodObject>(
  db: Db,
  handler: JobHandler<Payload>,
  signal: AbortSignal,
): Promise<void> {
  const work = async (job: Claimed): Promise<undefined> => {
    await workOn(db, handler, job, signal);
  };
  await workThrough(db, queueOf(handler.definition.kind), work, signal);
}
