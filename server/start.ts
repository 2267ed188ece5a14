/**
 * Owns the life of the web process: what happens before the first request, and after the signal to stop.
 * Called by `instrumentation.ts`; never while building.
 */
import { writeSync } from "node:fs";
import { runCommand } from "@/server/admin-commands";
import { serveAdminSocket } from "@/server/admin-socket";
import { type Database, database, isConnectionError } from "@/server/db/database";
import { migrate } from "@/server/db/migrate";
import { reasonOf, whenReachable } from "@/server/db/reach";
import { configureNextAuth, env } from "@/server/env";
import { watchRequests } from "@/server/http/address";
import { watchExchanges } from "@/server/http/drain";
import { watchPages } from "@/server/http/page-status";
import { log } from "@/server/log";
import { registerPickPack } from "@/server/pick-pack";
import { startWorker, type Worker } from "@/server/worker";

/** Requests get so long to be answered, and the whole stop a little more, before what is left is cut. */
const DRAIN_MS = 18_000;
const STOP_MS = 22_000;
const SIGNALS = { SIGTERM: 143, SIGINT: 130 } as const;

/**
 * Makes the process ready to serve. A wrong setting, a data folder in use or a database that this version cannot serve
 * ends the process with a line on stderr. A PostgreSQL that is away does not: it is tried again in the background,
 * and `/readyz` answers 503 meanwhile.
 */
export async function start(): Promise<void> {
  const stopping = new AbortController();
  const opened = await orExit(async () => {
    configureNextAuth();
    watchRequests();
    watchPages("/track");
    registerPickPack();
    return database();
  });

  const prepared = prepare(opened, stopping.signal);
  const socket = opened.engine === "embedded" ? await adminSocket(opened, prepared.done) : null;
  let worker: Worker | undefined;
  const working = prepared.done.then(() => {
    if (!stopping.signal.aborted) worker = startWorker(opened);
  });

  // In development Next ends its own process, at once.
  if (env().nodeEnv === "production") {
    const exchanges = watchExchanges();
    onStopSignal(async () => {
      stopping.abort();
      await Promise.all([exchanges.drain(DRAIN_MS), socket?.close(), worker?.stop()]);
      await opened.close();
    });
  }
  await Promise.race([working, prepared.away]);
}

/** Migrations and demonstration data. `away`: PostgreSQL was not there at first; `done` may take long then. */
function prepare(opened: Database, signal: AbortSignal): { done: Promise<void>; away: Promise<void> } {
  let noteAway = () => {};
  const away = new Promise<void>((resolve) => {
    noteAway = resolve;
  });
  const work = async () => {
    try {
      await migrate(opened);
    } catch (error) {
      // A stop closes the database under it, and what was begun is rolled back.
      if (signal.aborted) return;
      if (isConnectionError(error)) noteAway();
      throw error;
    }
  };
  const done = orExit(async () => {
    // The embedded database is here or broken.
    await (opened.engine === "embedded" ? work() : whenReachable(work, signal));
    if (signal.aborted) return;
    if (opened.engine === "embedded" || env().seedDemo) await demonstrate(opened);
    log().info({ database: opened.engine }, "ready");
  });
  return { done, away };
}

async function demonstrate(opened: Database): Promise<void> {
  const { seedDemo } = await import("@/server/db/seed");
  try {
    await seedDemo(opened);
  } catch (error) {
    // Another instance may have been faster; without it the product serves all the same.
    log().error({ err: error }, "no demonstration data was made");
  }
}

/** Commands that arrive before the database is ready wait for it. */
async function adminSocket(opened: Database, ready: Promise<void>): Promise<{ close(): Promise<void> } | null> {
  try {
    return await serveAdminSocket(env().dataDir, async (argv) => {
      await ready;
      const result = await runCommand(opened.db, argv);
      // Its name only: its options hold passwords.
      log().info({ command: argv.filter((word) => !word.startsWith("-")).slice(0, 2) }, "admin command carried out");
      return { result };
    });
  } catch (error) {
    log().warn({ err: error }, "no admin socket: admin commands need this server stopped");
    return null;
  }
}

async function orExit<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    writeSync(process.stderr.fd, `Sampan cannot start. ${reasonOf(error)}\n`);
    process.exit(1);
  }
}

/** In place of Next's own handlers, which end the process while requests are on their way (`http/drain.ts`). */
function onStopSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.removeAllListeners(signal);
    // A terminal sends Ctrl+C to npm and to us, and npm passes it on: the second is no other wish.
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      log().info({ signal }, "stopping");
      // The data folder's claim and socket go in any case: "exit" handlers remove them.
      setTimeout(() => process.exit(code), STOP_MS);
      stop()
        .catch((error) => log().error({ err: error }, "the stop was not clean"))
        .finally(() => process.exit(code));
    });
  }
}
