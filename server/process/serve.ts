/**
 * Owns a server process, from its settings to its end: the http server, which answers the API itself and lets Next
 * answer pages, the database with its migrations, and the background work.
 */
import cluster from "node:cluster";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { DEMO_ENDED, demoHasEnded } from "@/server/accounts";
import { loadPlaces } from "@/server/address-parser";
import { nameOf, runCommand } from "@/server/cli/admin-commands";
import { serveAdminSocket } from "@/server/cli/admin-socket";
import { loadCodes } from "@/server/customs";
import { type Database, database, isConnectionError } from "@/server/db/database";
import { migrate } from "@/server/db/migrate";
import { whenReachable } from "@/server/db/wait-for-database";
import { configureNextAuth, env } from "@/server/env";
import { serveApi } from "@/server/http/api";
import { type Handlers, httpServer } from "@/server/http/server";
import { registerListeners } from "@/server/listeners";
import { log } from "@/server/log";
import { warnOfPlainConnections } from "@/server/plain-connections";
import { apiInDevelopment, workerInDevelopment } from "@/server/process/development";
import { isExposed, listenAddress } from "@/server/process/listen-address";
import { joinSiblings } from "@/server/process/siblings";
import { cannotStart } from "@/server/process/start-failure";
import { allStoppedListening } from "@/server/process/supervisor";
import { startWorker, type Worker } from "@/server/process/worker";
import { releaseClaims } from "@/server/queue";
import { startRequestLog } from "@/server/request-log";

/** Requests get this long to finish, and the whole shutdown a little longer, before the rest is cut. */
const DRAIN_MS = 18_000;
const STOP_MS = 22_000;
const PAGES_MS = 50;
const TABLES_MS = 2000;
const SIGNALS = { SIGTERM: 143, SIGINT: 130 } as const;

/**
 * Serves until a signal ends it. A wrong setting, a taken port, a data folder in use or a database that this version
 * cannot serve ends the process with a line on stderr. If PostgreSQL is away, the server keeps trying in the
 * background, and `/readyz` answers 503 meanwhile.
 */
export async function serve(): Promise<void> {
  const stopping = new AbortController();
  const isDevelopment = env().nodeEnv === "development";
  registerListeners();
  let prepared: Promise<RequestListener> | undefined;
  const pages = () => {
    prepared ??= preparePages(isDevelopment ? server : undefined);
    prepared.catch(cannotStart);
    return prepared;
  };
  const toPages: RequestListener = (request, response) => void pages().then((handle) => handle(request, response));
  const api = isDevelopment ? await apiInDevelopment() : apiDirectly;
  const { server, door } = httpServer(env(), { api, pages: toPages });
  const opened = await database();
  // Afterwards, because the secret may be a file in the data folder, which `database()` creates and checks.
  configureNextAuth();

  const makesDemonstration = env().seedDemo;
  const { migrated, away } = migrating(opened, stopping.signal);
  const demonstrated = migrated.then(async () => {
    if (makesDemonstration && !stopping.signal.aborted) await demonstrate(opened);
  });
  let address: string | undefined;
  const reach = () => isExposed(address);
  const socket = opened.engine === "embedded" ? await adminSocket(opened, demonstrated, reach) : null;
  let worker: Worker | undefined;
  let requestLog: { stop(): Promise<void> } | undefined;
  const working = demonstrated.then(async () => {
    if (stopping.signal.aborted) return;
    if (opened.engine === "embedded") await releaseClaims(opened.db);
    worker = isDevelopment ? await workerInDevelopment(opened) : startWorker(opened);
    requestLog = startRequestLog(opened);
  });
  working.catch(cannotStart);
  onStopSignal(async () => {
    stopping.abort();
    // Browsers keep connections to the development server open forever.
    if (!isDevelopment) await Promise.all([door.drain(DRAIN_MS, allStoppedListening), socket?.close(), worker?.stop()]);
    // After the last answers.
    await requestLog?.stop();
    await opened.close();
  });

  const isThere = await Promise.race([migrated.then(() => true), away.then(() => false)]);
  address = await listenAddress(opened, makesDemonstration, isThere);
  // One that joins others leaves requests to them until it can answer; one by itself lets them wait.
  const joins = (cluster.worker?.id ?? 1) > 1;
  if (!joins) await listen(server, address);
  const { port } = env();
  await Promise.race([working, away]);
  if (joins) {
    await pages();
    if (!stopping.signal.aborted) await listen(server, address);
  }
  door.open();
  log().info({ database: opened.engine, address: address ?? "all", port }, `ready on ${env().appUrl}`);
  if (!joins) void warnOfPlainConnections();
  // What the first question would have to wait for, once those who waited for the server have their answers: Next, which
  // takes a third of a start and of which operations need nothing, and large tables.
  setTimeout(pages, PAGES_MS).unref();
  setTimeout(loadCodes, TABLES_MS).unref();
  setTimeout(loadPlaces, TABLES_MS).unref();
  if (isThere) return joinSiblings(address);
  await working;
  if (stopping.signal.aborted) return;
  const decided = await listenAddress(opened, makesDemonstration, true);
  if (decided !== address) {
    address = decided;
    server.close();
    await listen(server, address);
    log().info({ address: address ?? "all", port }, "listening where the database says");
  }
  // Not before: processes of one start listen on one address.
  joinSiblings(address);
}

/** An answer that could not be made must not leave its client waiting. */
function answerFailure(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  log().error({ err: error, path: request.url }, "a request could not be handled");
  if (!response.headersSent) response.writeHead(500);
  response.end();
}

const apiDirectly: Handlers["api"] = (request, response, target) => {
  serveApi(request, response, target).catch((error) => answerFailure(error, request, response));
};

/** Next, for pages and their files. In development it answers requests to upgrade, by which pages hear of changes. */
async function preparePages(upgrading: Server | undefined): Promise<RequestListener> {
  const { default: next } = await import("next");
  const app = next({
    dev: upgrading !== undefined,
    webpack: upgrading !== undefined,
    dir: process.cwd(),
    port: env().port,
    // In production an unused server: Next would take requests to upgrade, which h2c clients send, and never answer them.
    httpServer: upgrading ?? createServer(),
  });
  await app.prepare();
  const handler = app.getRequestHandler();
  return (request, response) => {
    handler(request, response).catch((error: unknown) => answerFailure(error, request, response));
  };
}

function listen(server: Server, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port: env().port, host }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Runs the migrations. `away`: PostgreSQL could not be reached at first; then `migrated` may take long. */
function migrating(opened: Database, signal: AbortSignal): { migrated: Promise<void>; away: Promise<void> } {
  let noteAway = () => {};
  const away = new Promise<void>((resolve) => {
    noteAway = resolve;
  });
  const work = async () => {
    try {
      const ran = await migrate(opened);
      if (ran.includes("0016-identity") && (await demoHasEnded(opened.db))) log().warn(DEMO_ENDED);
    } catch (error) {
      // A shutdown closes the database during the migration, which rolls back.
      if (signal.aborted) return;
      if (isConnectionError(error)) noteAway();
      throw error;
    }
  };
  // The embedded database is either here or broken.
  return { migrated: opened.engine === "embedded" ? work() : whenReachable(work, signal), away };
}

async function demonstrate(opened: Database): Promise<void> {
  try {
    const { seedDemo } = await import("@/server/demo");
    await seedDemo(opened);
  } catch (error) {
    // Another instance may have been faster; the product also works without it.
    log().error({ err: error }, "no demonstration data was made");
  }
}

/** Serves admin commands; those that arrive before the database is ready wait for it. */
async function adminSocket(
  opened: Database,
  ready: Promise<void>,
  reach: () => boolean,
): Promise<{ close(): Promise<void> } | null> {
  try {
    return await serveAdminSocket(env().dataDir, async (argv) => {
      await ready;
      const notes: string[] = [];
      const result = await runCommand(opened.db, argv, { notes, isExposed: reach() });
      log().info({ command: nameOf(argv) }, "admin command carried out");
      return { result, ...(notes.length ? { notes } : {}) };
    });
  } catch (error) {
    log().warn({ err: error }, "no admin socket: admin commands need this server stopped");
    return null;
  }
}

function onStopSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  for (const [signal, code] of Object.entries(SIGNALS)) {
    // A terminal sends Ctrl+C to npm and to us, and npm passes it on, so the second signal has no further meaning.
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      log().info({ signal }, "stopping");
      // The data folder's claim and socket are always removed by "exit" handlers.
      setTimeout(() => process.exit(code), STOP_MS);
      stop()
        .catch((error) => log().error({ err: error }, "the stop was not clean"))
        .finally(() => process.exit(code));
    });
  }
}
