/** `npm run worker`: the background work in its own process, next to one or more servers on PostgreSQL. */
import { database } from "@/server/db/database";
import { migrate } from "@/server/db/migrate";
import { whenReachable } from "@/server/db/wait-for-database";
import { env } from "@/server/env";
import { registerListeners } from "@/server/listeners";
import { log } from "@/server/log";
import { warnOfPlainConnections } from "@/server/plain-connections";
import { startWorker } from "@/server/process/worker";

/** A step that takes longer is cut off: its work is not committed, and another worker repeats it. */
const STOP_MS = 24_000;

async function main(): Promise<void> {
  if (!env().databaseUrl) {
    throw new Error(
      "It needs DATABASE_URL. With the embedded database, which one process at a time may open, the server itself does this work.",
    );
  }
  const stopping = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.on(signal, () => {
      setTimeout(() => process.exit(1), STOP_MS).unref();
      stopping.abort();
    });
  }
  registerListeners();
  const opened = await database();
  await whenReachable(() => migrate(opened), stopping.signal);
  if (!stopping.signal.aborted) {
    const worker = startWorker(opened);
    log().info("worker started");
    void warnOfPlainConnections();
    await new Promise((resolve) => stopping.signal.addEventListener("abort", resolve));
    await worker.stop();
  }
  await opened.close();
  log().info("worker stopped");
}

main().catch((error) => {
  process.stderr.write(`The worker cannot run. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
