/** Owns in whose name imports are worked on: whoever asked for one, with the rights that they have then. */
import { startImport } from "@/lib/contracts/import";
import { ApiError } from "@/lib/errors";
import type { AccountContext } from "@/server/context";
import { checkImport, giveUpImport, IMPORT, type ImportRun, runImport } from "@/server/imports";
import type { JobHandler, JobOutcome } from "@/server/jobs";
import { callerOf } from "./job-caller";

async function run(job: ImportRun): Promise<JobOutcome> {
  // The contract of starting one needs an account.
  const caller = () => callerOf(job, startImport) as Promise<AccountContext>;
  if (job.payload.step === "check") return checkImport(job, await caller());
  return runImport(job, () =>
    caller().catch((error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    }),
  );
}

/** Carries out imports. */
export const importWork: JobHandler<typeof IMPORT.payload> = { definition: IMPORT, run, onGivenUp: giveUpImport };
