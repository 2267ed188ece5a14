/**
 * Owns the rhythm of the background work. The server runs it beside the requests; on PostgreSQL any number of further
 * processes may run it too (`worker-main.ts`). What a step does belongs to the modules.
 */
import { setTimeout as wait } from "node:timers/promises";
import { cleanUp, tidyEmbedded } from "@/server/clean-up";
import type { Database } from "@/server/db/database";
import { runPrintJobs } from "@/server/documents";
import { log } from "@/server/log";
import { sendMails } from "@/server/mail";
import { foldCounts } from "@/server/orders";
import { startDeliveries } from "@/server/webhooks";

export type Worker = {
  /** Begins no further step and waits for those that run. */
  stop(): Promise<void>;
};

type Job = {
  name: string;
  everyMs: number;
  run(database: Database, signal: AbortSignal): Promise<unknown>;
  /** Absent: on both. */
  engine?: Database["engine"];
};

const JOBS: readonly Job[] = [
  { name: "fold order counts", everyMs: 2000, run: ({ db }) => foldCounts(db) },
  { name: "send mails", everyMs: 2000, run: (database, signal) => sendMails(database, signal) },
  { name: "print jobs", everyMs: 1000, run: ({ db }, signal) => runPrintJobs(db, signal) },
  { name: "clean up", everyMs: 180_000, run: ({ db }, signal) => cleanUp(db, signal) },
  { name: "tidy tables", everyMs: 20_000, run: ({ db }) => tidyEmbedded(db), engine: "embedded" },
];

/** After failures the pause grows up to this, so that a database that is away fills no log. */
const LONGEST_PAUSE_MS = 60_000;

/** Starts the background work on an open and migrated database: deliveries, and the jobs that repeat. */
export function startWorker(database: Database): Worker {
  const parts = [startDeliveries(database), startJobs(database)];
  return {
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}

/** Starts jobs that repeat. No error ends them. */
export function startJobs(database: Database, jobs: readonly Job[] = JOBS): Worker {
  const stopping = new AbortController();
  const running = jobs
    .filter(({ engine }) => engine === undefined || engine === database.engine)
    .map((job) => repeat(job, database, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function repeat({ name, everyMs, run }: Job, database: Database, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await run(database, signal);
      failures = 0;
    } catch (error) {
      failures++;
      log().error({ err: error, job: name, failures }, "background work failed");
    }
    const pause = Math.max(everyMs, Math.min(everyMs * 2 ** failures, LONGEST_PAUSE_MS));
    // The only way in which waiting fails is the signal.
    await wait(failures ? pause : everyMs, undefined, { signal }).catch(() => {});
  }
}
