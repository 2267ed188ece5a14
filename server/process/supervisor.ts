/**
 * Owns the server processes of one `npm start` on PostgreSQL: they share its port, a killed one is replaced, and
 * messages between them are passed on. It opens no database. If it is killed, Node ends its processes, so none is left
 * behind.
 */
import type { Serializable } from "node:child_process";
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { log } from "@/server/log";
import { isProxyNews, noteUntrusted, type ProxyNews, untrustedPeers, warnOfProxy } from "@/server/untrusted-proxies";

const SIGNALS = [
  ["SIGTERM", 143],
  ["SIGINT", 130],
] as const;
/** Pause before replacing a process; it doubles each time that the replacement ends soon, too. */
const REPLACE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** A process that ran for so long was able to. */
const STEADY_MS = 60_000;
/** A process says it once it has stopped listening, and hears it once all have. */
const STOPPED_LISTENING = "stopped listening";
/** A process that hears nothing goes on after this time. */
const UNHEARD_MS = 3000;

/**
 * Runs this many processes until a signal ends them. The first one runs by itself until it is ready, so that a failing
 * start is reported once and ends everything with its exit code.
 */
export async function supervise(count: number): Promise<void> {
  // Each process accepts by itself: Node might pass a connection to a process that was just killed, and it would never
  // be answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  let exitCode: number | undefined;
  for (const [signal, code] of SIGNALS) {
    process.on(signal, () => {
      exitCode ??= code;
      // A process may be said to have ended before its channel is closed: then no process calls `exit` below.
      process.exitCode = exitCode;
      for (const child of children()) child.process.kill(signal);
      if (children().length === 0) process.exit(exitCode);
    });
  }
  const silent = new Set<Worker>();
  const tellIfAllStopped = () => {
    if (children().every((child) => silent.has(child)))
      for (const child of children()) child.send(STOPPED_LISTENING, ignore);
  };
  const relay = (from: Worker, message: Serializable) => {
    for (const child of children()) if (child !== from) child.send(message, ignore);
  };
  cluster.on("message", (from, message) => {
    if (message === STOPPED_LISTENING) {
      silent.add(from);
      tellIfAllStopped();
    } else if (!isProxyNews(message)) {
      relay(from, message);
      // What a process says first is its address; it has not heard of the proxies.
      if ("address" in message)
        for (const { peer } of untrustedPeers()) from.send({ untrustedProxy: peer } satisfies ProxyNews, ignore);
    } else {
      noteUntrusted(message.untrustedProxy);
      warnOfProxy(message.untrustedProxy);
      relay(from, message);
    }
  });
  let isUp = false;
  let address: string | undefined;
  // They share one port, so all listen where the first one does, also when the demonstration ends meanwhile (contract
  // §8.14).
  const started = new WeakMap<Worker, { at: number; pauseMs: number }>();
  const start = (pauseMs = REPLACE_MS) => {
    const child = cluster.fork(address === undefined ? undefined : { HOST: address });
    started.set(child, { at: performance.now(), pauseMs });
    return child;
  };
  cluster.on("exit", async (child, code, signal) => {
    if (exitCode === undefined && !isUp) process.exit(code || 1);
    if (exitCode !== undefined) tellIfAllStopped();
    if (exitCode === undefined) {
      const { at = 0, pauseMs = REPLACE_MS } = started.get(child) ?? {};
      const pause = performance.now() - at < STEADY_MS ? pauseMs : REPLACE_MS;
      log().error({ pid: child.process.pid, code, signal, pause }, "a server process ended and is replaced");
      await wait(pause);
      if (exitCode === undefined) start(Math.min(2 * pause, LONGEST_PAUSE_MS));
    }
    if (exitCode !== undefined && children().length === 0) process.exit(exitCode);
  });
  const [ready] = await once(start(), "message");
  address = ready.address;
  isUp = true;
  for (let running = 1; running < count && exitCode === undefined; running++) start();
}

/**
 * In a process that has stopped listening: waits until its siblings and the supervisor, which share the port, have too.
 * A connection before that is queued for no process and reset. Resolves at once in a single process.
 */
export async function allStoppedListening(): Promise<void> {
  if (!process.send) return;
  const isHeard = new Promise<void>((resolve) => {
    process.on("message", (message) => message === STOPPED_LISTENING && resolve());
  });
  process.send(STOPPED_LISTENING);
  await Promise.race([isHeard, wait(UNHEARD_MS)]);
}

/** A child that died meanwhile hears no more; without a callback Node would end the supervisor over it. */
function ignore(): void {}

function children(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((child) => child?.isConnected()) as Worker[];
}
