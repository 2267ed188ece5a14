/** Owns in whose name imports are worked on: whoever asked for one, with the rights that they have then. */
import { startImport } from "@/lib/contracts/import";
import { ApiError } from "@/lib/errors";
import type { AccountContext } from "@/server/context";
import { withTransaction } from "@/server/db/transaction";
import { checkImport, giveUpImport, IMPORT, type ImportRun, PAST_IMPORT, runImport } from "@/server/imports";
import type { JobHandler, JobOutcome } from "@/server/jobs";
import { log } from "@/server/log";
import { callerOf } from "./job-caller";

async function run(job: ImportRun): Promise<JobOutcome> {
  // The contract of starting one needs an account.
  const caller = () => callerOf(job, startImport) as Promise<AccountContext>;
  const callerOrRefusal = () =>
    caller().catch((error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    });
  if (job.payload.step === "run") return runImport(job, callerOrRefusal);
  const asked = await callerOrRefusal();
  if (!(asked instanceof ApiError)) return checkImport(job, asked);
  log().warn({ job: job.row.id, reason: asked.reason }, "an import is not checked: whoever sent it may not any more");
  await withTransaction(job.db, (tx) => giveUpImport(tx, { scope: job.scope, id: job.row.id }));
  return {};
}

/** Carries out imports. */
export const importWork: JobHandler<typeof IMPORT.payload> = { definition: IMPORT, run, onGivenUp: giveUpImport };
/** Those that a server of the version before began. */
export const pastImportWork: typeof importWork = { ...importWork, definition: PAST_IMPORT };
