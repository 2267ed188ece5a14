/**
 * Owns the end of serving: what was accepted is answered, and no client's connection is reset. Node's `server.close()`,
 * which `next start` would call, cuts idle connections whose next request is on its way and those not accepted yet, and
 * never ends while clients keep busy connections alive.
 */
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

const LOOK_MS = 10;
const QUIET_LOOKS = 5;
/** Longer than this a slow answer does not keep the door open. */
const BUSY_MS = 1000;
/** Under a stream of new connections the door is closed at last. */
const GATHER_MS = 2000;
/** A connection that brought no request since the beginning is not about to. */
const IDLE_MS = 1000;
const SWEEP_MS = 100;

type Exchange = { request: IncomingMessage; response: ServerResponse; server: Server };

/** The servers of this process; its exchanges are known from here on. */
export function watchExchanges(): {
  /** Stops accepting, answers what was accepted and closes; after `patienceMs` it cuts what is left. */
  drain(patienceMs: number): Promise<void>;
} {
  const servers = new Set<Server>();
  const open = new Set<ServerResponse>();
  let isDraining = false;
  subscribe("http.server.request.start", (message) => {
    const { response, server } = message as Exchange;
    servers.add(server);
    open.add(response);
    response.once("close", () => open.delete(response));
    if (isDraining) response.shouldKeepAlive = false;
  });
  return {
    async drain(patienceMs) {
      isDraining = true;
      for (const response of open) if (!response.headersSent) response.shouldKeepAlive = false;
      await Promise.all([...servers].map((server) => drainServer(server, open, patienceMs)));
    },
  };
}

async function drainServer(server: Server, open: ReadonlySet<ServerResponse>, patienceMs: number): Promise<void> {
  if (!server.listening) return;
  const cut = setTimeout(() => server.closeAllConnections(), patienceMs);
  const release = holdRequests(server);
  await quiet(server, () => open.size > release.held());
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  release();
  const closedAt = performance.now();
  const sweep = setInterval(() => {
    if (performance.now() - closedAt > IDLE_MS) server.closeIdleConnections();
  }, SWEEP_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

/** Keeps new requests waiting: clients that wait for an answer open no connection in the moment the door closes. */
function holdRequests(server: Server): { (): void; held(): number } {
  const handlers = server.listeners("request") as ((request: IncomingMessage, response: ServerResponse) => void)[];
  const held: (() => void)[] = [];
  const hold = (request: IncomingMessage, response: ServerResponse) => {
    held.push(() => {
      for (const handler of handlers) handler.call(server, request, response);
    });
  };
  server.removeAllListeners("request");
  server.on("request", hold);
  const release = () => {
    server.off("request", hold);
    for (const handler of handlers) server.on("request", handler);
    for (const serve of held.splice(0)) serve();
  };
  return Object.assign(release, { held: () => held.length });
}

/** Waits until requests begun before are answered and no connection arrives, so that none is left in the queue. */
async function quiet(server: Server, isBusy: () => boolean): Promise<void> {
  const since = performance.now();
  let hasArrived = false;
  const note = () => {
    hasArrived = true;
  };
  server.on("connection", note);
  const waited = () => performance.now() - since;
  for (let quietLooks = 0; quietLooks < QUIET_LOOKS && waited() < GATHER_MS; ) {
    await wait(LOOK_MS);
    // After a timer the connections that waited are not accepted yet; after this they are.
    await new Promise((resolve) => setImmediate(resolve));
    const isQuiet = !hasArrived && !(isBusy() && waited() < BUSY_MS);
    quietLooks = isQuiet ? quietLooks + 1 : 0;
    hasArrived = false;
  }
  server.off("connection", note);
}
