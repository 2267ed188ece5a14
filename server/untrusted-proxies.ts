/**
 * Owns which peers send forwarding headers although they are not trusted (contract §8.12): the addresses of callers
 * behind them are not known.
 */
import { log } from "@/server/log";
import { countedAddress } from "@/server/plain-address";
import { processWide } from "@/server/process-wide";

/** How long a peer is remembered that sends no more such headers. */
const REMEMBERED_MS = 3_600_000;
/** How often a process tells its siblings of the same peer. */
const TOLD_AGAIN_MS = 60_000;
/** Every client can send such headers, from many addresses: beyond these, the peer that was silent longest is forgotten. */
const MOST = 1000;

type Seen = { peer: string; times: number; last: number; told: number };

/** `seen` is in the order in which they were last seen. */
const proxies = processWide("untrusted proxies", () => ({ seen: new Map<string, Seen>(), isLogged: false }));
const { seen } = proxies;

/** What a process tells its siblings: a peer that is not trusted has sent forwarding headers. */
export type ProxyNews = { untrustedProxy: string };

export function isProxyNews(news: unknown): news is ProxyNews {
  return typeof news === "object" && news !== null && "untrustedProxy" in news;
}

/** Counts such a request of a peer; whether the process's siblings should hear of it. */
export function noteUntrusted(peer: string): boolean {
  const now = Date.now();
  const key = countedAddress(peer);
  const before = seen.get(key);
  const isNews = now - (before?.told ?? 0) >= TOLD_AGAIN_MS;
  seen.delete(key);
  seen.set(key, { peer, times: (before?.times ?? 0) + 1, last: now, told: isNews ? now : (before?.told ?? 0) });
  const [oldest] = seen.keys();
  if (seen.size > MOST && oldest !== undefined) seen.delete(oldest);
  return isNews;
}

/** The peers that sent such headers within the last hour, the latest last. */
export function untrustedPeers(): readonly Pick<Seen, "peer" | "times" | "last">[] {
  const since = Date.now() - REMEMBERED_MS;
  for (const [key, { last }] of seen) if (last <= since) seen.delete(key);
  return [...seen.values()];
}

/** When this address last sent such headers, if within the last hour: then it may be a proxy. */
export function untrustedSince(address: string): Date | null {
  const { last } = seen.get(countedAddress(address)) ?? {};
  return last !== undefined && last > Date.now() - REMEMBERED_MS ? new Date(last) : null;
}

/** Writes the line that a start has once. */
export function warnOfProxy(peer: string): void {
  if (proxies.isLogged) return;
  proxies.isLogged = true;
  log().warn({ peer }, "forwarding headers are ignored: if this peer is your proxy, name it in TRUSTED_PROXY");
}

/** Forgets all of them, as at a start. */
export function forgetUntrusted(): void {
  seen.clear();
  proxies.isLogged = false;
}
