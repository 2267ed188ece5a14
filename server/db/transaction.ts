/** Owns access to the database, and transactions over it. */
import type { Kysely, Transaction } from "kysely";
import { MOST_TRIES, mayRepeat } from "./database";
import type { OpenTables } from "./types";

/** Access to the database; merchants' rows are reached only through `server/db/scoped.ts`. */
export type Db = Kysely<OpenTables>;
export type Tx = Transaction<OpenTables>;

const afterCommit = new WeakMap<Db, (() => void)[]>();

/**
 * Runs something once the writes of `db` have committed; outside a transaction at once. A crash loses it, so use it
 * only for wake-ups.
 */
export function onCommit(db: Db, work: () => void): void {
  const waiting = afterCommit.get(db);
  if (waiting) waiting.push(work);
  else work();
}

/**
 * Runs the work in one transaction, or in the one that is already open: all of it commits or none. After a deadlock or
 * a migration in between, it runs again from the start.
 */
export async function withTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx);
  for (let tries = 1; ; tries++) {
    const waiting: (() => void)[] = [];
    try {
      const result = await db.transaction().execute((tx) => {
        afterCommit.set(tx, waiting);
        return work(tx);
      });
      for (const then of waiting) then();
      return result;
    } catch (error) {
      if (tries === MOST_TRIES || !mayRepeat(error)) throw error;
    }
  }
}
