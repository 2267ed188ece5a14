/** Owns the work on bulk actions: each order by the operation's own handler, many in one transaction. */
import type { z } from "zod";
import { contractOf } from "@/lib/contracts";
import type { Contract } from "@/lib/contracts/contract";
import { ApiError } from "@/lib/errors";
import { object, string } from "@/lib/loose";
import { catalogue } from "@/server/carriers";
import type { Account, Context } from "@/server/context";
import { type Tx, withSavepoint, withTransaction } from "@/server/db/transaction";
import type { Handler } from "@/server/handler";
import { doEach, type JobHandler, type JobOutcome, type JobRun, type KeptRow, keepRows } from "@/server/jobs";
import { log } from "@/server/log";
import { lockOrders } from "@/server/orders";
import { accountOfOrder } from "@/server/pick-pack";
import { recordRefusal } from "../audit";
import { HANDLERS } from "../handlers";
import { callerOf } from "../job-caller";
import { operate } from "../operate";
import { BULK, type BulkFacts } from "./bulk-job";

type Run = JobRun<z.output<typeof BULK.payload>>;

/** Orders that commit together, unless their time is over before. */
const SET = 25;

/** What is kept of an operation's answer. */
const KEPT = ["order_status", "tracking_number", "cancel_status"] as const;

/** Whose order it is, where staff name no account. */
async function accountOf(caller: Context, { order_id }: Record<string, unknown>): Promise<Pick<Account, "id"> | null> {
  if (caller.account) return caller.account;
  const id = await accountOfOrder(caller, String(order_id)).catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  return id === null ? null : { id };
}

/** What is kept of the operation's answer for an order. */
async function answerFor(caller: Context, contract: Contract, body: unknown): Promise<Record<string, unknown>> {
  // The compiler has compared each with its own contract.
  const handler = HANDLERS[contract.id] as unknown as Handler<Contract>;
  const answer = object(await operate(caller, contract, handler, body));
  return Object.fromEntries(KEPT.flatMap((name) => (string(answer[name]) ? [[name, answer[name]]] : [])));
}

async function record(
  caller: Context & { db: Tx },
  contract: Contract,
  body: Record<string, unknown>,
  refusal: ApiError,
) {
  const on = async () =>
    recordRefusal(caller, { actor: caller.actor, account: await accountOf(caller, body) }, contract, body, refusal);
  // A failure of it undoes nothing else.
  await withSavepoint(caller.db, on).catch((err: unknown) => log().error({ err }, "a refusal is not recorded"));
}

/** Does what it can of the next orders within the time of a set, and keeps what became of them with it. */
async function doSet(tx: Tx, job: Run, contract: Contract, caller: Context | ApiError): Promise<void> {
  const { ids, input, inputs } = job.payload;
  const { done: from, failed } = job.row;
  // Those of the warehouse lock products too: more than one at a time could wait for each other.
  const isAlone = !(caller instanceof ApiError) && (caller.account?.pickPack ?? true);
  const set = ids.slice(from, from + (isAlone ? 1 : SET));
  if (!(caller instanceof ApiError) && caller.account) await lockOrders(tx, job.scope, set);
  const bodyOf = (id: string) => ({ ...input, ...inputs[id], order_id: id });
  const refused = async () => {
    throw caller;
  };
  const rows = await doEach(tx, set, {
    from,
    ...(caller instanceof ApiError
      ? { act: refused }
      : {
          act: (id) => answerFor({ ...caller, db: tx }, contract, bodyOf(id)),
          onRefused: (id, refusal) => record({ ...caller, db: tx }, contract, bodyOf(id), refusal),
        }),
  });
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
    // In a transaction it would be read again for each order.
    if (!(caller instanceof ApiError)) await catalogue(caller);
    await withTransaction(job.db, (tx) => doSet(tx, job, contract, caller));
  }
  return {};
}

/** Carries out bulk actions. */
export const bulkWork: JobHandler<typeof BULK.payload> = { definition: BULK, run };
