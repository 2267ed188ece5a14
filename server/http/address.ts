import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";
import { env } from "@/server/env";

/** Carries the caller's address from the socket to the handlers; a client's own header of this name is overwritten. */
export const ADDRESS_HEADER = "x-sampan-address";

function trustedPeers(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

function bare(address: string): string {
  return address.startsWith("::ffff:") ? address.slice(7) : address;
}

/** The caller's address: the socket's, or the last untrusted hop that trusted proxies report. */
export function callerAddress(socketAddress: string, forwardedFor: string | undefined, trusted: BlockList): string {
  const isTrusted = (address: string) => trusted.check(address, isIPv6(address) ? "ipv6" : "ipv4");
  let caller = bare(socketAddress);
  const hops = forwardedFor?.split(",").map((hop) => bare(hop.trim())) ?? [];
  while (hops.length && isTrusted(caller)) caller = hops.pop() || caller;
  return caller;
}

/** A path that Next would answer itself, as text, is made one that our own 404 answers. */
export function mendedUrl(url: string): string {
  const [path = "/", ...query] = url.split("?");
  let mended = path.replace(/\/{2,}/g, "/");
  try {
    decodeURIComponent(mended);
  } catch {
    mended = mended.replaceAll("%", "%25");
  }
  return mended === path ? url : [mended, ...query].join("?");
}

/**
 * Notes the address of every request that arrives and mends broken paths, before Next sees it. Route handlers cannot
 * see the socket, and X-Forwarded-For comes through as the client wrote it.
 */
export function watchRequests(): void {
  const trusted = trustedPeers(env().trustedProxy);
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    const forwarded = request.headers["x-forwarded-for"];
    request.headers[ADDRESS_HEADER] = callerAddress(
      request.socket.remoteAddress ?? "unknown",
      Array.isArray(forwarded) ? forwarded.join(",") : forwarded,
      trusted,
    );
    if (request.url) request.url = mendedUrl(request.url);
  });
}
