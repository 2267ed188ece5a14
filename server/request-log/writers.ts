import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "@/server/db/database";
import { type Db, withTransaction } from "@/server/db/transaction";
import { log } from "@/server/log";
import { flush } from "./buffer";
import { makePartitions } from "./partitions";
import { insertRows } from "./store";

const SEEN_MS = 5000;
/** Calls wait for so long at most to be written: those held at a heartbeat may be missing, too. */
const HELD_MS = 1000;
/** How long a process may have run after its last heartbeat: a busy one is late with the next. */
const UNSEEN_MS = SEEN_MS + 1000;
/** Without a heartbeat for this long a process has crashed, or could not write: calls of it may be missing. */
const DEAD_MS = 60_000;

/** Notes that this process logs calls, until `stop`, which writes what is held. */
export function startRequestLog({ db, engine }: Database): { stop(): Promise<void> } {
  const id = randomUUID();
  const seen = () =>
    sql`insert into request_log_writers (id) values (${id})
      on conflict (id) do update set seen_at = clock_timestamp()`
      .execute(db)
      .catch((error: unknown) => log().warn({ err: error }, "the request log cannot be reached"));
  // The embedded database has one owner: a process that is still noted there has crashed.
  let latest: Promise<unknown> = (engine === "embedded" ? noteCrashes(db, 0) : Promise.resolve())
    .catch((error: unknown) => log().warn({ err: error }, "gaps of the request log could not be noted"))
    .then(seen);
  const timer = setInterval(() => {
    latest = seen();
  }, SEEN_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await latest;
      await flush();
      await sql`delete from request_log_writers where id = ${id}`.execute(db);
    },
  };
}

/**
 * Records a gap for each process that stopped without signing off, in the log of every account with API clients: calls
 * since its last heartbeat may be missing. `deadMs`: without a heartbeat for this long a process counts as stopped.
 */
export async function noteCrashes(db: Db, deadMs = DEAD_MS): Promise<void> {
  await withTransaction(db, async (tx) => {
    const { rows } = await sql<{ seen_at: Date }>`
      delete from request_log_writers where seen_at <= clock_timestamp() - make_interval(secs => ${deadMs / 1000})
      returning seen_at`.execute(tx);
    if (rows.length === 0) return;
    const scopes = await tx
      .selectFrom("api_clients")
      .select(["account_id", "environment"])
      .distinct()
      .where("account_id", "is not", null)
      .where("revoked_at", "is", null)
      .execute();
    const gaps = rows.flatMap(({ seen_at: since }) =>
      scopes.map(({ account_id, environment }) => ({
        scope: { accountId: account_id ?? "", environment },
        since: new Date(since.getTime() - HELD_MS),
        until: new Date(since.getTime() + UNSEEN_MS),
        calls: null,
      })),
    );
    // Its day may be gone: a write that found no partition would end the transaction.
    await makePartitions(
      tx,
      gaps.map(({ until }) => until),
    );
    await insertRows(tx, [], gaps);
  });
}
