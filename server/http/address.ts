import cluster from "node:cluster";
import type { IncomingMessage } from "node:http";
import type { BlockList } from "node:net";
import { log } from "@/server/log";
import {
  ADDRESS_HEADER,
  hasUntrustedProxy,
  isAmong,
  noteUntrusted,
  type ProxyNews,
  plainAddress,
} from "@/server/plain-address";

/**
 * The caller's address: the socket's, or the last untrusted hop that trusted proxies report. A hop that is not an
 * address counts as the proxy that reports it (contract §8.11).
 */
function callerAddress(socketAddress: string, forwardedFor: string | undefined, trusted: BlockList): string {
  let caller = plainAddress(socketAddress) ?? socketAddress;
  for (const hop of forwardedFor?.split(",").reverse() ?? []) {
    const before = isAmong(caller, trusted) ? plainAddress(hop.trim()) : undefined;
    if (before === undefined) break;
    caller = before;
  }
  return caller;
}

const FORWARDING = ["x-forwarded-for", "forwarded", "x-real-ip"];

/** Writes the line that a start has once (contract §8.12). */
export function warnOfProxy(peer: string): void {
  log().warn({ peer }, "forwarding headers are ignored: if this peer is your proxy, name it in TRUSTED_PROXY");
}

function noteUntrustedProxy(peer: string): void {
  if (hasUntrustedProxy()) return;
  noteUntrusted();
  // Of several processes the supervisor writes the line and tells the others.
  if (cluster.isWorker) process.send?.({ untrustedProxy: peer } satisfies ProxyNews);
  else warnOfProxy(peer);
}

/** Passes the caller's address to handlers: they cannot see the socket, and anyone can send X-Forwarded-For. */
export function noteAddress(request: IncomingMessage, trusted: BlockList): void {
  const peer = plainAddress(request.socket.remoteAddress ?? "") ?? "unknown";
  const forwarded = request.headers["x-forwarded-for"];
  if (!isAmong(peer, trusted) && FORWARDING.some((name) => request.headers[name] !== undefined))
    noteUntrustedProxy(peer);
  request.headers[ADDRESS_HEADER] = callerAddress(
    peer,
    Array.isArray(forwarded) ? forwarded.join(",") : forwarded,
    trusted,
  );
}
