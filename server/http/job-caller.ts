import type { Contract } from "@/lib/contracts/contract";
import { ApiError } from "@/lib/errors";
import { rightsOfAsker, rightsOfClient } from "@/server/accounts";
import { systemClock } from "@/server/clock";
import type { Context, OpenContext } from "@/server/context";
import type { JobRun } from "@/server/jobs";
import { admitAgain } from "./admission";

function openOf(job: JobRun<unknown>): OpenContext {
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

/**
 * Whoever asked for a job, with the rights that they have now to call its operation.
 * @throws ApiError what the operation refuses to them
 */
export async function callerOf(job: JobRun<unknown>, contract: Contract): Promise<Context> {
  const { actor, actor_kind, account_id, session_hash } = job.row;
  const { environment } = job.scope;
  const accountId = account_id === "0" ? null : account_id;
  const id = actor.replace(/^\w+:/, "");
  const rights =
    actor_kind === "client"
      ? await rightsOfClient(job.db, { clientId: id, accountId }, environment)
      : await rightsOfAsker(job.db, { personId: id, sessionHash: session_hash, accountId }, environment);
  if (!rights || (rights.account?.id ?? null) !== accountId) throw new ApiError("UNAUTHORIZED");
  return admitAgain(contract, rights, openOf(job));
}
