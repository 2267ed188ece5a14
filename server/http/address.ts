import cluster from "node:cluster";
import type { IncomingMessage } from "node:http";
import type { BlockList, Socket } from "node:net";
import { ADDRESS_HEADER, isAmong, plainAddress } from "@/server/plain-address";
import { noteUntrusted, type ProxyNews, warnOfProxy } from "@/server/untrusted-proxies";

/** The peer at the other end of a connection. */
type Peer = { address: string; isTrusted: boolean };
/** Found once for each connection: a busy one would pay for it with every request. */
const peers = new WeakMap<Socket, Peer>();

function peerOf(socket: Socket, trusted: BlockList): Peer {
  let peer = peers.get(socket);
  if (!peer) {
    const address = plainAddress(socket.remoteAddress ?? "") ?? "unknown";
    peer = { address, isTrusted: isAmong(address, trusted) };
    peers.set(socket, peer);
  }
  return peer;
}

/**
 * The caller's address: the peer's, or the last untrusted hop that trusted proxies report. A hop that is not an
 * address counts as the proxy that reports it (contract §8.11).
 */
function callerAddress(peer: Peer, forwardedFor: string | undefined, trusted: BlockList): string {
  let { address: caller, isTrusted } = peer;
  for (const hop of forwardedFor?.split(",").reverse() ?? []) {
    const before = isTrusted ? plainAddress(hop.trim()) : undefined;
    if (before === undefined) break;
    caller = before;
    isTrusted = isAmong(caller, trusted);
  }
  return caller;
}

const FORWARDING = ["x-forwarded-for", "forwarded", "x-real-ip"];

function noteUntrustedProxy(peer: string): void {
  if (!noteUntrusted(peer)) return;
  // Of several processes the supervisor writes the line and tells the others.
  if (cluster.isWorker) process.send?.({ untrustedProxy: peer } satisfies ProxyNews);
  else warnOfProxy(peer);
}

/** Passes the caller's address to handlers: they cannot see the socket, and anyone can send X-Forwarded-For. */
export function noteAddress(request: IncomingMessage, trusted: BlockList): void {
  const peer = peerOf(request.socket, trusted);
  const forwarded = request.headers["x-forwarded-for"];
  if (!peer.isTrusted && FORWARDING.some((name) => request.headers[name] !== undefined))
    noteUntrustedProxy(peer.address);
  request.headers[ADDRESS_HEADER] = callerAddress(
    peer,
    Array.isArray(forwarded) ? forwarded.join(",") : forwarded,
    trusted,
  );
}
