/**
 * Owns the schedule of the background work. The server runs it alongside requests; on PostgreSQL any number of further
 * processes may run it too (`worker-main.ts`). The modules own what a step does.
 */
import { setMaxListeners } from "node:events";
import { recordSignInFailures } from "@/server/accounts";
import { countUses } from "@/server/addresses";
import { syncCases } from "@/server/cases";
import { cleanUp, tidyEmbedded } from "@/server/clean-up";
import type { Database } from "@/server/db/database";
import { isDiskNearlyFull } from "@/server/db/free-space";
import { movePrintJobs, printing } from "@/server/documents";
import { env } from "@/server/env";
import { bulkWork } from "@/server/http/bulk/bulk-work";
import { importWork, pastImportWork } from "@/server/http/import-work";
import { type JobHandler, onJobs, runJobs } from "@/server/jobs";
import { log } from "@/server/log";
import { deleteOldFiles, sendMails } from "@/server/mail";
import { exporting, foldCounts, indexOrders } from "@/server/orders";
import { eraseOld } from "@/server/personal-data";
import { alertOnErrors, noteCrashes, rotatePartitions } from "@/server/request-log";
import { rotateSecrets } from "@/server/seal";
import { applyDueFeeds } from "@/server/services";
import { startDeliveries } from "@/server/webhooks";

export type Worker = {
  /** Starts no further step and waits for running ones. */
  stop(): Promise<void>;
};

type Step = {
  name: string;
  everyMs: number;
  /** Calls its listener when there is something to do before that time. Returns the function that ends it. */
  onWork?: (listener: () => void) => () => void;
  /** It needs disk space: it waits while the disk is nearly full (contract §9.5). */
  isFilling?: () => boolean;
  run(database: Database, signal: AbortSignal): Promise<unknown>;
  /** Absent: it runs on both engines. */
  engine?: Database["engine"];
};

/** Every kind of job and who does it. */
const HANDLERS = [printing, bulkWork, importWork, pastImportWork, exporting] as unknown as readonly JobHandler[];

const STEPS: readonly Step[] = [
  ...HANDLERS.map(
    (handler): Step => ({
      name: `${handler.definition.kind} jobs`,
      everyMs: 1000,
      onWork: (listener) => onJobs((kind) => kind === handler.definition.kind && listener()),
      isFilling: () => true,
      run: ({ db }, signal) => runJobs(db, handler, signal),
    }),
  ),
  { name: "fold order counts", everyMs: 2000, run: ({ db }) => foldCounts(db) },
  { name: "index orders for searches", everyMs: 2000, run: ({ db }, signal) => indexOrders(db, signal) },
  {
    name: "send mails",
    everyMs: 2000,
    isFilling: () => !env().smtpUrl,
    run: (database, signal) => sendMails(database, signal),
  },
  {
    name: "move print jobs of the version before",
    everyMs: 2000,
    isFilling: () => true,
    run: ({ db }, signal) => movePrintJobs(db, signal),
  },
  { name: "count uses of addresses", everyMs: 5000, run: ({ db }, signal) => countUses(db, { signal }) },
  { name: "record failed sign-ins", everyMs: 15_000, run: ({ db }) => recordSignInFailures(db) },
  { name: "keep the review queue", everyMs: 15_000, run: ({ db }) => syncCases(db) },
  { name: "apply feeds of pickup points", everyMs: 5000, run: ({ db }) => applyDueFeeds(db) },
  { name: "note gaps of the request log", everyMs: 15_000, run: ({ db }) => noteCrashes(db) },
  { name: "alert on errors", everyMs: 60_000, run: ({ db }) => alertOnErrors(db) },
  { name: "keep the request log's days", everyMs: 180_000, run: ({ db }) => rotatePartitions(db) },
  { name: "clean up", everyMs: 180_000, run: ({ db }, signal) => cleanUp(db, signal) },
  {
    name: "erase old personal data",
    everyMs: 600_000,
    run: ({ db }, signal) => eraseOld(db, env().retentionMonths, signal),
  },
  { name: "reseal secrets", everyMs: 3_600_000, run: ({ db }, signal) => rotateSecrets(db, signal) },
  { name: "delete old mail files", everyMs: 180_000, run: () => deleteOldFiles() },
  { name: "tidy tables", everyMs: 20_000, run: ({ db }) => tidyEmbedded(db), engine: "embedded" },
];

/** After failures the pause grows to this, so that an unreachable database does not fill the log. */
const LONGEST_PAUSE_MS = 60_000;

/** Starts the background work on an open and migrated database: deliveries, and repeating steps. */
export function startWorker(database: Database): Worker {
  const parts = [startDeliveries(database), startSteps(database)];
  return {
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}

/** Starts repeating steps. They continue after any error. */
export function startSteps(database: Database, steps: readonly Step[] = STEPS): Worker {
  const stopping = new AbortController();
  // Every step waits for it; Node warns from the eleventh listener on.
  setMaxListeners(0, stopping.signal);
  const running = steps
    .filter(({ engine }) => engine === undefined || engine === database.engine)
    .map((step) => repeat(step, database, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

/** Waits until the time is over, there is work, or the process stops. */
function pause(ms: number, signal: AbortSignal, onWork: Step["onWork"]): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    const forget = onWork?.(end);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
    function end() {
      clearTimeout(timer);
      forget?.();
      signal.removeEventListener("abort", end);
      resolve();
    }
  });
}

async function repeat(step: Step, database: Database, signal: AbortSignal): Promise<void> {
  const { name, everyMs, onWork, isFilling, run } = step;
  let failures = 0;
  while (!signal.aborted) {
    try {
      if (!isFilling?.() || !(await isDiskNearlyFull(database))) await run(database, signal);
      failures = 0;
    } catch (error) {
      failures++;
      log().error({ err: error, job: name, failures }, "background work failed");
    }
    // After a failure, work that arrives does not shorten the pause.
    if (failures)
      await pause(Math.max(everyMs, Math.min(everyMs * 2 ** failures, LONGEST_PAUSE_MS)), signal, undefined);
    else await pause(everyMs, signal, onWork);
  }
}
