/**
 * Owns when requests enter the server: they wait until it is ready, and on shutdown every accepted one is answered and
 * no client's connection is reset. Node's `server.close()` cuts connections that are not accepted yet and idle ones
 * whose next request is already on its way, and never finishes while clients keep connections busy.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

const LOOK_MS = 10;
const QUIET_LOOKS = 5;
/** A slow answer keeps the server listening no longer than this. */
const BUSY_MS = 1000;
/** Even if new connections keep coming, the server stops listening after this time. */
const GATHER_MS = 2000;
/** A connection without a request since shutdown began will probably not send one. */
const IDLE_MS = 1000;
const SWEEP_MS = 100;

export type Door = {
  /** Lets requests in, starting with those that waited. */
  open(): void;
  /**
   * Stops accepting, answers what was accepted and closes; after `patienceMs` it cuts the rest. Clients whose request is
   * held connect again once they have its answer: `allStoppedListening` waits until the port refuses them.
   */
  drain(patienceMs: number, allStoppedListening: () => Promise<void>): Promise<void>;
};

/** Passes a server's requests to the handler once the door is open. */
export function doorOf(server: Server, serve: (request: IncomingMessage, response: ServerResponse) => void): Door {
  const unanswered = new Set<ServerResponse>();
  let held: (() => void)[] | null = [];
  let isDraining = false;
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("request", (request, response) => {
    unanswered.add(response);
    response.once("close", () => unanswered.delete(response));
    if (isDraining) response.shouldKeepAlive = false;
    if (held) held.push(() => serve(request, response));
    else serve(request, response);
  });
  const letIn = () => {
    const waiting = held ?? [];
    held = null;
    for (const go of waiting) go();
  };
  return {
    open() {
      // A start may end during a shutdown. Letting its requests in would answer clients, which then connect again.
      if (!isDraining) letIn();
    },
    async drain(patienceMs, allStoppedListening) {
      isDraining = true;
      for (const response of unanswered) if (!response.headersSent) response.shouldKeepAlive = false;
      if (!server.listening) return;
      const cut = setTimeout(() => server.closeAllConnections(), patienceMs);
      // Held back so that clients, waiting for an answer, do not open connections just as the server stops listening.
      held ??= [];
      await quiet(server, () => unanswered.size > (held?.length ?? 0));
      // Not http's own `close`, which cuts idle connections at once.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      await allStoppedListening();
      letIn();
      const closedAt = performance.now();
      const sweep = setInterval(() => {
        if (performance.now() - closedAt < IDLE_MS) return;
        server.closeIdleConnections();
        // Node does not count a connection as idle before its first byte, and would wait for its headers to time out.
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      }, SWEEP_MS);
      await closed;
      clearInterval(sweep);
      clearTimeout(cut);
    },
  };
}

/** Waits until earlier requests are answered and no new connection arrives, so that none is left in the queue. */
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
    // When a timer fires, waiting connections are not accepted yet; after this they are.
    await new Promise((resolve) => setImmediate(resolve));
    const isQuiet = !hasArrived && !(isBusy() && waited() < BUSY_MS);
    quietLooks = isQuiet ? quietLooks + 1 : 0;
    hasArrived = false;
  }
  server.off("connection", note);
}
