/** Owns access to the database, and transactions over it. */
import { type Kysely, sql, type Transaction } from "kysely";
import { MOST_TRIES, mayRepeat } from "./database";
import type { OpenTables } from "./types";

/** Access to the database; merchants' rows are reached only through `server/db/scoped.ts`. */
export type Db = Kysely<OpenTables>;
export type Tx = Transaction<OpenTables>;

type Ends = { committed: (() => void)[]; rolledBack: ((db: Db) => Promise<unknown>)[] };

const ends = new WeakMap<Db, Ends>();

/**
 * Runs something once the writes of `db` have committed; outside a transaction at once. A crash loses it, so use it
 * only for wake-ups.
 */
export function onCommit(db: Db, work: () => void): void {
  const waiting = ends.get(db);
  if (waiting) waiting.committed.push(work);
  else work();
}

/** Runs something after a failure has undone the writes of `db`; outside a transaction never. */
export function onRollback(db: Db, work: (db: Db) => Promise<unknown>): void {
  ends.get(db)?.rolledBack.push(work);
}

/**
 * Runs the work in one transaction, or in the one that is already open: all of it commits or none. After a deadlock or
 * a migration in between, it runs again from the start.
 */
export async function withTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx);
  for (let tries = 1; ; tries++) {
    const waiting: Ends = { committed: [], rolledBack: [] };
    try {
      const result = await db.transaction().execute((tx) => {
        ends.set(tx, waiting);
        return work(tx);
      });
      for (const then of waiting.committed) then();
      return result;
    } catch (error) {
      if (tries < MOST_TRIES && mayRepeat(error)) continue;
      for (const then of waiting.rolledBack) await then(db);
      throw error;
    }
  }
}

/** Runs the work so that its failure undoes only its own writes, not those of the transaction before it. */
export async function withSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const undone = ends.get(tx)?.rolledBack ?? [];
  const before = undone.length;
  await sql`savepoint work`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint work`.execute(tx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint work`.execute(tx);
    for (const then of undone.splice(before)) await then(tx);
    throw error;
  }
}
