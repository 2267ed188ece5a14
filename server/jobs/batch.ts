import { createHash, randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type Selectable, sql } from "kysely";
import { ApiError } from "@/lib/errors";
import { type AccountContext, scopeOf } from "@/server/context";
import { isConnectionError } from "@/server/db/database";
import { type Scope, within } from "@/server/db/scoped";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import { createOnce, keyHolder, usedKeyError } from "@/server/idempotency";
import { log } from "@/server/log";
import { isHeld, leaseEnd } from "@/server/queue";
import { LostJob } from "./definition";
import { type KeptRow, keepRows, listResults, openBatch } from "./store";
import { finishJob, JobRun } from "./work";

/** Batches of an account that may run at once (contract §38.3). */
const MOST_AT_ONCE = 2;
/** A batch whose process is gone may be gone on with after this time. */
const LEASE = { leaseSeconds: 10 };
/** How long a repeat waits for the first. */
const WAIT_MS = 25_000;
const LOOK_MS = 150;

type Row = Selectable<Tables["jobs"]>;

/** What a call does to many things at once, and answers. */
type Batch<Set> = {
  /** The operation, as its idempotency keys name it. */
  operation: string;
  /** What was sent, which a repeat has to be again. */
  body: unknown;
  total: number;
  /** What the next set, from this position, needs to be done before its transaction. */
  prepare: (from: number) => Promise<Set>;
  /** Does the next set in its transaction. Returns what became of each: at least of the first. */
  doSet: (tx: Tx, from: number, set: Set) => Promise<KeptRow[]>;
};

function tooMany(): ApiError {
  return new ApiError("RATE_LIMIT_EXCEEDED", {
    message: `At most ${MOST_AT_ONCE} batches of an account run at once. Wait for one, and try again.`,
    extra: { retry_after: 5 },
    headers: { "retry-after": "5" },
  });
}

/** Whether another batch of the account may run; the second of two simultaneous calls counts the first. */
async function hasTurn(tx: Tx, scope: Scope): Promise<boolean> {
  await sql`select 1 from accounts where id = ${scope.accountId} for no key update`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from jobs
    where ${within(scope)} and kind = 'batch' and state = 'RUNNING' and lease_until > now()`.execute(tx);
  return (rows[0]?.n ?? 0) < MOST_AT_ONCE;
}

/** The batch of a used key, gone on with if its process is gone. @throws ApiError 500998 for another body; 503000 */
async function again(ctx: AccountContext, { operation, hash }: { operation: string; hash: string }): Promise<Row> {
  const key = ctx.idempotencyKey ?? "";
  const scope = scopeOf(ctx);
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const id = (await keyHolder(ctx.db, scope, operation, key)) ?? "";
    const row = await readOrTakeOver(ctx.db, scope, id);
    if (!row || row.result.hash !== hash) throw usedKeyError(key, { batch_id: id });
    if (row.state === "DONE" || row.isTaken) return row;
    if (performance.now() > until)
      throw new ApiError("SERVICE_UNAVAILABLE", {
        message: "The first call with this Idempotency-Key is still under way. Repeat it shortly.",
        headers: { "retry-after": "5" },
      });
    await wait(LOOK_MS);
  }
}

async function readOrTakeOver(db: Db, scope: Scope, id: string): Promise<(Row & { isTaken: boolean }) | undefined> {
  const taken = await withTransaction(db, async (tx) => {
    if (!(await hasTurn(tx, scope))) return undefined;
    const { rows } = await sql<Row>`
      update jobs set attempts = attempts + 1, lease_until = ${leaseEnd(LEASE)}
      where ${within(scope)} and id = ${id} and kind = 'batch' and state = 'RUNNING' and lease_until <= now()
      returning *`.execute(tx);
    return rows[0];
  });
  if (taken) return { ...taken, isTaken: true };
  const { rows } = await sql<Row>`
    select * from jobs where ${within(scope)} and id = ${id} and kind = 'batch'`.execute(db);
  return rows[0] && { ...rows[0], isTaken: false };
}

async function begin(
  ctx: AccountContext,
  { operation, total }: Pick<Batch<never>, "operation" | "total">,
  hash: string,
): Promise<Row> {
  const id = `ba_${randomBytes(12).toString("hex")}`;
  const work = async (tx: Tx) => {
    if (!(await hasTurn(tx, scopeOf(ctx)))) throw tooMany();
    return openBatch(tx, ctx, { id, total, result: { operation, hash }, lease: leaseEnd(LEASE) });
  };
  try {
    return await createOnce(ctx, operation, id, work, "batch_id");
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== "idempotency_key_exists") throw error;
    return again(ctx, { operation, hash });
  }
}

/**
 * Does something to many things within a call: sets that are done stay, whatever happens after them. With an
 * Idempotency-Key a repeat gets the same answer, and goes on where the first was cut off (contract §38.3).
 * @throws ApiError 429 while two batches of the account run; 500998 for a key of another body; 503000 while the first
 * call with the key runs
 */
export async function runBatch<Set>(ctx: AccountContext, batch: Batch<Set>): Promise<{ id: string; rows: KeptRow[] }> {
  const hash = createHash("sha256").update(JSON.stringify(batch.body)).digest("base64url");
  const scope = scopeOf(ctx);
  for (let row = await begin(ctx, batch, hash); ; row = await again(ctx, { operation: batch.operation, hash })) {
    if (row.state === "DONE") return { id: row.id, rows: await keptRows(ctx.db, scope, row) };
    const rows = row.done > 0 ? await keptRows(ctx.db, scope, row) : [];
    try {
      return { id: row.id, rows: await goOn(ctx, batch, row, rows) };
    } catch (error) {
      await letGo(ctx, row);
      // It took so long that a repeat has taken over: that one's answer is this one's.
      if (!(error instanceof LostJob) || ctx.idempotencyKey === null) throw interrupted(ctx, row, error);
    }
  }
}

/** Says what is done: that nothing was saved would make a client do it again. */
function interrupted({ idempotencyKey }: AccountContext, { id, done, total }: Row, error: unknown): unknown {
  if (done === 0) return error;
  log().error({ err: error, job: id, done, total }, "a batch was cut off");
  const next =
    idempotencyKey === null
      ? "Without an Idempotency-Key it cannot go on: look which orders there are."
      : "Repeat it with the same Idempotency-Key and it goes on.";
  const reason = isConnectionError(error) ? "SERVICE_UNAVAILABLE" : "API_ERROR";
  return new ApiError(reason, { message: `It was cut off after ${done} of ${total}, which stay done. ${next}` });
}

async function goOn<Set>(
  ctx: AccountContext,
  { total, prepare, doSet }: Batch<Set>,
  row: Row,
  rows: KeptRow[],
): Promise<KeptRow[]> {
  const scope = scopeOf(ctx);
  const job = new JobRun(ctx.db, row, null, new AbortController().signal, LEASE.leaseSeconds);
  while (job.row.done < total) {
    const from = job.row.done;
    const prepared = await prepare(from);
    const done = await withTransaction(ctx.db, async (tx) => {
      const set = await doSet(tx, from, prepared);
      // Without a key nobody can ask for them again.
      if (ctx.idempotencyKey !== null) await keepRows(tx, scope, row.id, set);
      const failed = set.filter(({ outcome }) => outcome === "FAILED").length;
      await job.advance(tx, { done: from + set.length, failed: job.row.failed + failed }, { isKept: true });
      return set;
    });
    rows.push(...done);
  }
  if (ctx.idempotencyKey === null) await dropBatch(ctx.db, row);
  else await finishJob(ctx.db, job.row, {});
  return rows;
}

/** A repeat need not wait until the lease ends. */
async function letGo({ db, idempotencyKey }: AccountContext, row: Row): Promise<void> {
  const end =
    idempotencyKey === null
      ? dropBatch(db, row)
      : sql`update jobs set lease_until = now() where ${isHeld(row)}`.execute(db);
  await end.catch((err: unknown) => log().error({ err }, "a batch keeps its lease"));
}

/** Nobody can ask for it again. */
async function dropBatch(db: Db, row: Row): Promise<void> {
  await sql`delete from jobs where ${isHeld(row)}`.execute(db);
}

const PAGE = 1000;

async function keptRows(db: Db, scope: Scope, { id, total }: Row): Promise<KeptRow[]> {
  const rows: KeptRow[] = [];
  for (let offset = 0; offset < total; offset += PAGE)
    rows.push(...(await listResults(db, scope, id, { outcome: undefined, limit: PAGE, offset })));
  return rows;
}
