/** Owns the work on bulk actions: each order by the operation's own handler, many in one transaction. */
import type { z } from "zod";
import { contractOf } from "@/lib/contracts";
import type { Contract } from "@/lib/contracts/contract";
import { ApiError } from "@/lib/errors";
import { object, string } from "@/lib/loose";
import { rightsOfAsker } from "@/server/accounts";
import { systemClock } from "@/server/clock";
import type { Account, Context, OpenContext } from "@/server/context";
import { isConnectionError, isDiskFull, mayRepeat } from "@/server/db/database";
import { type Tx, withSavepoint, withTransaction } from "@/server/db/transaction";
import type { Handler } from "@/server/handler";
import { type JobHandler, type JobOutcome, type JobRun, type KeptRow, keepRows } from "@/server/jobs";
import { log } from "@/server/log";
import { lockOrders } from "@/server/orders";
import { accountOfOrder } from "@/server/pick-pack";
import { admitAgain } from "../admission";
import { recordRefusal } from "../audit";
import { HANDLERS } from "../handlers";
import { operate } from "../operate";
import { BULK, type BulkFacts } from "./bulk-job";
import { stored } from "./stored-error";

type Run = JobRun<z.output<typeof BULK.payload>>;

/** Orders that commit together, unless their time is over before. */
const SET = 25;
/** A set ends after this time, so that other requests get their turn on the embedded database's only connection. */
const SET_MS = 20;

/** What is kept of an operation's answer. */
const KEPT = ["order_status", "tracking_number", "cancel_status"] as const;

function openOf(job: Run): OpenContext {
  return {
    requestId: job.row.id,
    environment: job.scope.environment,
    idempotencyKey: null,
    language: "en",
    address: "unknown",
    now: systemClock,
    db: job.db,
  };
}

/** The person who asked, with the rights that they have now. @throws ApiError what the operation refuses to them */
async function callerOf(job: Run, contract: Contract): Promise<Context> {
  const { actor, account_id, session_hash } = job.row;
  const accountId = account_id === "0" ? null : account_id;
  const asker = { personId: actor.replace(/^person:/, ""), sessionHash: session_hash, accountId };
  const rights = await rightsOfAsker(job.db, asker, job.scope.environment);
  if (!rights || (rights.account?.id ?? null) !== accountId) throw new ApiError("UNAUTHORIZED");
  return admitAgain(contract, rights, openOf(job));
}

/** An error that says something about the order; others are about the database, and the whole set is tried again. */
function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isConnectionError(error) || isDiskFull(error) || mayRepeat(error)) throw error;
  log().error({ err: error }, "an order of a bulk action failed");
  return new ApiError("API_ERROR");
}

/** Whose order it is, where staff name no account. */
async function accountOf(caller: Context, { order_id }: Record<string, unknown>): Promise<Pick<Account, "id"> | null> {
  if (caller.account) return caller.account;
  const id = await accountOfOrder(caller, String(order_id)).catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  return id === null ? null : { id };
}

async function doOne(
  caller: Context & { db: Tx },
  contract: Contract,
  body: Record<string, unknown>,
): Promise<Pick<KeptRow, "outcome" | "answer" | "error">> {
  // The compiler has compared each with its own contract.
  const handler = HANDLERS[contract.id] as unknown as Handler<Contract>;
  try {
    const answer = object(await withSavepoint(caller.db, () => operate(caller, contract, handler, body)));
    const kept = KEPT.flatMap((name) => (string(answer[name]) ? [[name, answer[name]]] : []));
    return { outcome: "DONE", answer: Object.fromEntries(kept), error: null };
  } catch (error) {
    const refusal = refusalOf(error);
    // A failure of it, which it logs itself, undoes nothing else.
    const record = async () =>
      recordRefusal(caller, { actor: caller.actor, account: await accountOf(caller, body) }, contract, body, refusal);
    await withSavepoint(caller.db, record).catch((err: unknown) => log().error({ err }, "a refusal is not recorded"));
    return { outcome: "FAILED", answer: null, error: stored(refusal) };
  }
}

/** Does what it can of the next orders within the time of a set, and keeps what became of them with it. */
async function doSet(tx: Tx, job: Run, contract: Contract, caller: Context | ApiError): Promise<void> {
  const { ids, input, inputs } = job.payload;
  const { done: from, failed } = job.row;
  // Those of the warehouse lock products too: more than one at a time could wait for each other.
  const isAlone = !(caller instanceof ApiError) && (caller.account?.pickPack ?? true);
  const set = ids.slice(from, from + (isAlone ? 1 : SET));
  if (!(caller instanceof ApiError) && caller.account) await lockOrders(tx, job.scope, set);
  const rows: KeptRow[] = [];
  const ends = performance.now() + SET_MS;
  for (const [at, id] of set.entries()) {
    if (at > 0 && performance.now() > ends) break;
    const body = { ...input, ...inputs[id], order_id: id };
    const became =
      caller instanceof ApiError
        ? ({ outcome: "FAILED", answer: null, error: stored(caller) } as const)
        : await doOne({ ...caller, db: tx }, contract, body);
    rows.push({ position: from + at, object_id: id, ...became });
  }
  await keepRows(tx, job.scope, job.row.id, rows);
  const count = (is: (row: KeptRow) => boolean) => rows.filter(is).length;
  const requested = count(({ answer }) => answer?.cancel_status === "REQUESTED");
  const facts = job.row.result as BulkFacts;
  await job.advance(
    tx,
    {
      done: from + rows.length,
      failed: failed + count(({ outcome }) => outcome === "FAILED"),
      result: { requested: facts.requested + requested },
    },
    { isKept: true },
  );
}

async function run(job: Run): Promise<JobOutcome> {
  const contract = contractOf(job.payload.operation);
  while (job.row.done < job.row.total) {
    if (job.isOver) return "later";
    const caller = await callerOf(job, contract).catch((error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    });
    await withTransaction(job.db, (tx) => doSet(tx, job, contract, caller));
  }
  return {};
}

/** Carries out bulk actions. */
export const bulkWork: JobHandler<typeof BULK.payload> = { definition: BULK, run };
