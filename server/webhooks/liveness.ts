import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Database } from "@/server/db/database";
import { log } from "@/server/log";
import { LIVENESS_LOCK } from "./claims";

const AGAIN_MS = 500;
/**
 * A connection that is cut silently gives no sign, so the worker sends queries; without an answer the connection is
 * lost.
 */
const ASK_MS = 5000;
const ANSWER_MS = 5000;
/**
 * A machine that vanishes closes no connection. PostgreSQL probes and frees the lock after 25 s; with its own settings
 * after hours.
 */
const KEEP_ALIVE = "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3";

/** A worker's sign of life, from which others know whether its claims are still being worked on. */
export type Liveness = {
  /** The worker's number, the same for its whole life, so that it can resume its claims after a lost connection. */
  worker: number;
  /** Whether the sign is visible to others; without it the worker claims nothing. */
  isUp(): boolean;
  /** Whether other workers may be running on this database. */
  seesOthers: boolean;
  stop(): Promise<void>;
};

/**
 * Shows that a worker is alive: an advisory lock on a separate connection, which PostgreSQL frees when the process or
 * its connection dies. The embedded database is used by only this process.
 */
export function showLife(database: Database): Liveness {
  const worker = randomInt(1, 2 ** 31);
  if (database.engine === "embedded") return { worker, isUp: () => true, seesOthers: false, stop: async () => {} };

  const stopping = new AbortController();
  let isUp = false;
  const keep = async () => {
    while (!stopping.signal.aborted) {
      const client = new pg.Client({
        ...database.pool.options,
        keepAliveInitialDelayMillis: 10_000,
        query_timeout: ANSWER_MS,
      });
      try {
        await hold(client, worker, stopping.signal, () => {
          isUp = true;
        });
      } catch (error) {
        if (!stopping.signal.aborted) log().warn({ err: error }, "the worker's connection is lost; it claims nothing");
      }
      const wasUp = isUp;
      isUp = false;
      await client.end().catch(() => {});
      // Reconnects at once if it was up, because meanwhile others take over what is in flight here. Waiting fails only
      // because of the signal.
      if (!wasUp) await wait(AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const kept = keep();
  return {
    worker,
    isUp: () => isUp,
    seesOthers: true,
    async stop() {
      stopping.abort();
      await kept;
    },
  };
}

/** Holds the lock until the connection ends or the signal stops it. Throws when the connection is lost. */
async function hold(client: pg.Client, worker: number, signal: AbortSignal, held: () => void): Promise<void> {
  let stop = () => {};
  let lose = (_error: Error) => {};
  let asking: NodeJS.Timeout | undefined;
  const ended = new Promise<void>((resolve, reject) => {
    stop = resolve;
    lose = reject;
  });
  client.on("error", lose);
  client.on("end", () => lose(new Error("the connection ended")));
  // Prevents an unhandled rejection before it is awaited.
  ended.catch(() => {});
  signal.addEventListener("abort", stop);
  try {
    await client.connect();
    await client.query(KEEP_ALIVE);
    // The server may not have noticed yet that an earlier connection is gone.
    for (let isHeld = false; !isHeld; ) {
      const { rows } = await client.query<{ held: boolean }>("select pg_try_advisory_lock($1, $2) as held", [
        LIVENESS_LOCK,
        worker,
      ]);
      isHeld = rows[0]?.held ?? false;
      if (!isHeld) await wait(AGAIN_MS, undefined, { signal });
    }
    held();
    asking = setInterval(() => client.query("select 1").catch(lose), ASK_MS);
    await ended;
  } finally {
    clearInterval(asking);
    signal.removeEventListener("abort", stop);
  }
}
