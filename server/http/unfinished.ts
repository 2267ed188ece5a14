/**
 * Owns how many unfinished requests one address may have: connections whose request has not arrived completely, with
 * headers and body. Node itself ends those that take too long (contract §1.5).
 */
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { countedAddress } from "@/server/plain-address";

/** In total; each process gets its share. */
const MOST = 100;
/** A request counts only after this time, so that many short ones at once are fine. */
const UNDER_WAY_MS = 1000;
const LOOK_MS = 500;
const REFUSAL =
  "HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Length: 0\r\nRetry-After: 1\r\nX-Content-Type-Options: nosniff\r\n\r\n";

type Progress = {
  /** The request whose headers have arrived, until it is answered. */
  request: IncomingMessage | null;
  /** When the unfinished request began; null: the connection is idle, and `bytesRead` is what it has read. */
  since: number | null;
  bytesRead: number;
};

/** Cuts the latest unfinished requests of an address that has more than 100, unless it is exempt. */
export function limitUnfinished(server: Server, processes: number, isExempt: (socket: Socket) => boolean): void {
  const most = Math.max(1, Math.floor(MOST / processes));
  const peers = new Map<string, Map<Socket, Progress>>();
  const connections = new WeakMap<Socket, Progress>();
  server.on("connection", (socket) => {
    const address = countedAddress(socket.remoteAddress ?? "unknown");
    if (isExempt(socket)) return;
    const progress: Progress = { request: null, since: performance.now(), bytesRead: 0 };
    connections.set(socket, progress);
    const own = peers.get(address) ?? new Map<Socket, Progress>();
    peers.set(address, own.set(socket, progress));
    socket.once("close", () => {
      if (own.delete(socket) && own.size === 0) peers.delete(address);
    });
  });
  server.on("request", (request, response) => {
    const progress = connections.get(request.socket);
    if (!progress) return;
    progress.request = request;
    progress.since ??= performance.now();
    response.once("close", () => {
      if (progress.request !== request || !request.complete) return;
      progress.request = null;
      progress.since = null;
      progress.bytesRead = request.socket.bytesRead;
    });
  });
  let look: NodeJS.Timeout | undefined;
  // At every start of listening: the server may listen elsewhere once it knows the database.
  server.on("listening", () => {
    clearInterval(look);
    look = setInterval(() => {
      for (const own of peers.values()) if (own.size > most) cutBeyond(most, own);
    }, LOOK_MS).unref();
  });
  server.on("close", () => clearInterval(look));
}

function cutBeyond(most: number, connections: ReadonlyMap<Socket, Progress>): void {
  const now = performance.now();
  const unfinished = [...connections].filter(([socket, progress]) => {
    if (progress.request) return !progress.request.complete && isOld(progress, now);
    // The headers of the next request have started to arrive.
    if (progress.since === null && socket.bytesRead !== progress.bytesRead) progress.since = now;
    return progress.since !== null && isOld(progress, now);
  });
  unfinished.sort(([, one], [, other]) => (one.since ?? 0) - (other.since ?? 0));
  for (const [socket] of unfinished.slice(most)) socket.end(REFUSAL, () => socket.destroy());
}

function isOld({ since }: Progress, now: number): boolean {
  return since !== null && now - since > UNDER_WAY_MS;
}
